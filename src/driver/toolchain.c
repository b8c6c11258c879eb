/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding the compiler. */
#include "driver/toolchain.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/ways.h"
#include "driver/process.h"

enum { VERSION_SECONDS = 20 };

void sn_add_words(sn_arena *arena, const char ***argv, size_t *n, const char *words)
{
    for (const char *w = words + strspn(words, " \t"); *w; w += strspn(w, " \t")) {
        size_t length = strcspn(w, " \t");
        const char **more = SN_NEW_N(arena, const char *, *n + 2);
        if (*n) memcpy(more, *argv, *n * sizeof *more);
        more[(*n)++] = sn_arena_strndup(arena, w, length);
        *argv = more;
        w += length;
    }
}

/* argv[0] becomes a path; false: there is no such program. */
static bool locate(sn_arena *arena, const char *words, sn_toolchain *out)
{
    *out = (sn_toolchain){0};
    sn_add_words(arena, &out->argv, &out->n_argv, words);
    if (!out->n_argv) return false;
    out->argv[0] = sn_find_program(arena, out->argv[0]);
    return out->argv[0] != NULL;
}

static sn_status ask_version(sn_arena *arena, const char *scratch, sn_toolchain *t)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    const char **argv = t->argv;
    size_t n = t->n_argv;
    sn_add_words(arena, &argv, &n, "--version");
    sn_process p = {.argv = argv, .output = sn_arena_printf(arena, "%s/version", scratch)};
    SN_TRY(sn_run_processes(ctx, &p, 1, 1, VERSION_SECONDS, NULL, NULL));
    SN_CHECK(ctx, p.exit_code == 0, SN_E_UNSUPPORTED, "%s --version fails; is it a C compiler?",
             t->argv[0]);
    sn_mapping *text = NULL;
    SN_TRY(sn_file_map(ctx, p.output, &text));
    t->version = sn_arena_strndup(arena, text->data ? (const char *)text->data : "", text->n_bytes);
    sn_unmap_file(ctx, text);
    unlink(p.output);
    t->is_gcc = !strstr(t->version, "clang") && strstr(t->version, "Free Software Foundation");
    return SN_OK;
}

sn_status sn_toolchain_find(sn_arena *arena, const char *scratch, sn_toolchain *out)
{
    static const char *const usual[] = {"cc", "gcc", "clang"};
    sn_ctx *ctx = sn_arena_ctx(arena);
    const char *chosen = getenv("CC");
    sn_toolchain t = {0};
    bool found = false;
    if (chosen && *chosen) {
        found = locate(arena, chosen, &t);
        SN_CHECK(ctx, found, SN_E_UNSUPPORTED,
                 "the C compiler $CC='%s' was not found. Without a compiler, " SN_WAY_INTERPRET
                 " works, slowly",
                 sn_escape(arena, chosen));
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !found; i++)
        found = locate(arena, usual[i], &t);
    SN_CHECK(ctx, found, SN_E_UNSUPPORTED,
             "no C compiler was found: $CC is not set, and neither cc, gcc nor clang is on the "
             "PATH. Install one (Debian: gcc), or "
             "use " SN_WAY_INTERPRET ", which needs none and is slow");
    SN_TRY(ask_version(arena, scratch, &t));
    *out = t;
    return SN_OK;
}
