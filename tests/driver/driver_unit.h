/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of the driver share: a context, an arena and a folder for each. */
#ifndef SN_TESTS_DRIVER_DRIVER_UNIT_H
#define SN_TESTS_DRIVER_DRIVER_UNIT_H

#include "base/folder.h"

#include <time.h>

#include "base/file.h"
#include "driver/driver.h"
#include "driver/process.h"
#include "driver/toy.h"

#define STRICT "-std=c11 -O1 -Wall -Wextra -Wpedantic -Wshadow -Wundef -Werror"

static sn_ctx *ctx;
static sn_arena *arena;

static inline int driver_setup(void **state)
{
    ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_threads(ctx, 2);
    arena = sn_arena_create(ctx);
    return folder_setup(state);
}

static inline int driver_teardown(void **state)
{
    sn_arena_destroy(arena);
    sn_ctx_destroy(ctx);
    return folder_teardown(state);
}

#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if ((call) != SN_OK) fail_msg("%s", sn_ctx_error(ctx));                                    \
    } while (0)

static inline const sn_source *file_of(const sn_source_set *set, const char *path)
{
    for (size_t i = 0; i < set->n; i++) {
        if (strcmp(set->files[i].path, path) == 0) return &set->files[i];
    }
    fail_msg("%s was not made", path);
    return NULL;
}

static inline bool has_file(const sn_source_set *set, const char *path)
{
    for (size_t i = 0; i < set->n; i++) {
        if (strcmp(set->files[i].path, path) == 0) return true;
    }
    return false;
}

/* The files in a folder of that name in the test's. */
static inline void put_sources(const char *name, const sn_source_set *set)
{
    assert_int_equal(mkdir(at(name), 0700), 0);
    for (size_t i = 0; i < set->n; i++) {
        FILE *f = fopen(sn_arena_printf(arena, "%s/%s/%s", folder, name, set->files[i].path), "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(set->files[i].data, 1, set->files[i].bytes, f),
                         set->files[i].bytes);
        assert_int_equal(fclose(f), 0);
    }
}

/* Runs a command whose words have no spaces; what it prints is left in *said (NULL: not wanted). */
static inline int command(const char *words, const char **said)
{
    const char *argv[64] = {0};
    int n = 0;
    for (char *w = strtok(sn_arena_strdup(arena, words), " "); w && n < 63; w = strtok(NULL, " "))
        argv[n++] = w;
    argv[0] = sn_find_program(arena, argv[0]);
    assert_non_null(argv[0]);
    sn_process p = {.argv = argv, .output = sn_arena_printf(arena, "%s/said", folder)};
    assert_ok(sn_run_processes(ctx, &p, 1, 1, 120, NULL, NULL));
    sn_mapping *m = NULL;
    assert_ok(sn_file_map(ctx, p.output, &m));
    const char *text = sn_arena_strndup(arena, m->data ? (const char *)m->data : "", m->n_bytes);
    sn_unmap_file(ctx, m);
    if (said) *said = text;
    if (p.exit_code && !said) print_message("%s\n", text);
    return p.exit_code;
}

#endif
