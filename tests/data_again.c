/* SPDX-License-Identifier: Apache-2.0
 *
 * What a data test optimizes is optimized once more, through files, as f32 and as halves: nothing
 * may change. */
#include <stdlib.h>
#include <unistd.h>

#include "again.h"
#include "data_case.h"
#include "formats/format.h"

static void compare(data_case *c, again_case *a, const char *param, const char *bin)
{
    for (int halves = 0; halves < 2; halves++) {
        sn_status skipped;
        a->storage = halves ? SN_WEIGHTS_FP16 : SN_WEIGHTS_KEEP;
        const char *differs = again_differs(a, param, bin, &skipped);
        if (differs)
            case_fail(c, "optimizing what was optimized%s gives other files: %s",
                      halves ? " with --fp16" : "", differs);
    }
}

void case_again(data_case *c, const char *folder, const char *param, const char *bin)
{
    again_case a = {.arena = c->arena, .folder = folder, .measured = true};
    compare(c, &a, param, bin);
    /* As it would be, had its file weights in half precision. */
    const sn_format *ncnn = sn_format_named("ncnn");
    const sn_load_options load = {.path = param, .weights = bin};
    const char *halves = sn_arena_printf(c->arena, "%s/halves.param", folder);
    const sn_save_options save = {.path = halves, .storage = SN_STORAGE_F16};
    sn_graph *g = NULL;
    if (ncnn->load(c->ctx, &load, &g) == SN_OK && ncnn->save(g, &save) == SN_OK)
        compare(c, &a, halves, sn_arena_printf(c->arena, "%s/halves.bin", folder));
    sn_ctx_clear_error(c->ctx);
    sn_graph_destroy(g);
}

sn_status case_again_graph(data_case *c, const sn_graph *g)
{
    char folder[] = "/tmp/sinter-test-XXXXXX";
    SN_CHECK(c->ctx, mkdtemp(folder), SN_E_IO, "no temporary folder could be made");
    const char *param = sn_arena_printf(c->arena, "%s/in.param", folder),
               *bin = sn_arena_printf(c->arena, "%s/in.bin", folder);
    const sn_save_options save = {.path = param, .weights = bin};
    if (sn_format_named("ncnn")->save(g, &save) == SN_OK) case_again(c, folder, param, bin);
    sn_ctx_clear_error(c->ctx);
    if (system(sn_arena_printf(c->arena, "rm -rf %s", folder)) != 0)
        case_fail(c, "%s could not be removed", folder);
    return SN_OK;
}
