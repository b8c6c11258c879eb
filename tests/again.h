/* SPDX-License-Identifier: Apache-2.0
 *
 * Optimizing what optimizing wrote must change nothing: a file is optimized into another, and that
 * into a third, which must be the second byte for byte. */
#ifndef TESTS_AGAIN_H
#define TESTS_AGAIN_H

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "sinter/sinter.h"

enum { AGAIN_MOST = 4 };

typedef struct again_case {
    sn_arena *arena;    /* what is returned lives there */
    const char *folder; /* for files */
    sn_weight_storage storage;
    bool measured; /* as the tool does where storage is kept: it is measured which weights become
                      halves again. Takes longer */
    sn_str fired;  /* by the last run */
    bool settled;  /* what differs is due to rewrites, and some run up to AGAIN_MOST changes nothing
                    */
} again_case;

static inline const char *again_path(const again_case *a, int which, const char *ending)
{
    return sn_arena_printf(a->arena, "%s/again%d-%d%s", a->folder, which, (int)a->storage, ending);
}

static inline bool again_read(const char *path, sn_str *out)
{
    FILE *f = fopen(path, "rb");
    char block[1 << 16];
    for (size_t n; f && (n = fread(block, 1, sizeof block, f)) > 0;) sn_str_addn(out, block, n);
    return f && fclose(f) == 0;
}

static inline void again_remark(void *user, const sn_remark_info *r)
{
    again_case *a = user;
    if (r->fired) sn_str_addf(&a->fired, "fired: %s: %s\n", r->pass, r->text);
}

/* From a file into the files again<which>; each run is a context of its own, as a second run of the
 * tool would be. */
static inline sn_status again_run(again_case *a, const char *param, const char *bin, int which,
                                  const char **why)
{
    sn_context *c = sn_context_create(&(sn_context_options){.threads = 1});
    sn_model *m = NULL;
    const sn_model_load_options load = {.weights = bin};
    const sn_optimize_options options = {.verify = SN_VERIFY_OFF,
                                         .remark = again_remark,
                                         .user = a,
                                         .rewrites_only = true,
                                         .no_totals = true};
    const sn_model_save_options save = {.storage = a->storage,
                                        .weights = again_path(a, which, ".bin")};
    sn_str_init(&a->fired, a->arena);
    sn_status s = sn_model_load(c, param, &load, &m);
    if (s == SN_OK) s = sn_model_optimize(m, &options, NULL);
    if (s == SN_OK && a->storage == SN_WEIGHTS_KEEP && a->measured)
        s = sn_model_choose_storage(m, NULL);
    if (s == SN_OK) s = sn_model_save(m, again_path(a, which, ".param"), &save);
    if (s != SN_OK) *why = sn_arena_strdup(a->arena, sn_context_error(c));
    sn_context_destroy(c);
    return s;
}

static inline const char *again_line(sn_arena *arena, const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n') at--;
    return sn_arena_strndup(arena, text + at, strcspn(text + at, "\n"));
}

/* NULL, or how files again<which + 1> differ from again<which>, which they were made from. */
static inline const char *again_compare(again_case *a, int which)
{
    for (int k = 0; k < 2; k++) {
        const char *ending = k ? ".bin" : ".param";
        sn_str x, y;
        sn_str_init(&x, a->arena);
        sn_str_init(&y, a->arena);
        if (!again_read(again_path(a, which, ending), &x) ||
            !again_read(again_path(a, which + 1, ending), &y))
            return "a file cannot be read";
        if (x.n == y.n && (!x.n || memcmp(x.s, y.s, x.n) == 0)) continue;
        size_t at = 0;
        while (at < x.n && at < y.n && x.s[at] == y.s[at]) at++;
        if (k)
            return sn_arena_printf(a->arena,
                                   "the .bin differs at byte %zu, of %zu and %zu bytes%s%s", at,
                                   x.n, y.n, a->fired.n ? ":\n" : "", a->fired.n ? a->fired.s : "");
        return sn_arena_printf(a->arena, "the .param differs:\n%s\n%s\n%s",
                               again_line(a->arena, x.s, at), again_line(a->arena, y.s, at),
                               a->fired.n ? a->fired.s : "");
    }
    return NULL;
}

/* NULL, or how the second run's files differ from the first's. *skipped: the first run's status,
 * where there is nothing to compare: the network cannot be read, or not be stored so. */
static inline const char *again_differs(again_case *a, const char *param, const char *bin,
                                        sn_status *skipped)
{
    const char *why = "";
    *skipped = again_run(a, param, bin, 1, &why);
    if (*skipped != SN_OK) return NULL;
    if (again_run(a, again_path(a, 1, ".param"), again_path(a, 1, ".bin"), 2, &why) != SN_OK)
        return sn_arena_printf(a->arena, "what was written cannot be optimized: %s", why);
    const char *differs = again_compare(a, 1);
    for (int i = 2; differs && !a->settled && i < AGAIN_MOST && a->fired.n; i++) {
        const sn_status s =
            again_run(a, again_path(a, i, ".param"), again_path(a, i, ".bin"), i + 1, &why);
        if (s != SN_OK) break;
        a->settled = !again_compare(a, i);
    }
    return differs;
}

#endif
