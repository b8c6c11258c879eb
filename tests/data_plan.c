/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests of plans: a graph in text form and the steps it becomes, for vectors of 8 lanes. A
 * section `batch` has the number of images, `threads` that of threads, of which one then does what
 * is too small for all. */
#include <stdlib.h>

#include "data_case.h"
#include "ir/op.h"
#include "plan/print.h"

sn_status run_plan(data_case *c)
{
    static const struct {
        const char *name;
        sn_fusion_mode mode;
    } modes[] = {{"off", SN_FUSION_OFF}, {"tvm", SN_FUSION_TVM}, {"full", SN_FUSION_FULL}};
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    SN_TRY(case_pin(c, g));
    SN_TRY(sn_infer_graph(g));
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (!case_section(c, modes[i].name)) continue;
        sn_plan_options options = {.fusion = modes[i].mode, .n_threads = 2};
        const char *batch = case_section(c, "batch");
        if (batch) options.batch = strtol(batch, NULL, 10);
        const char *threads = case_section(c, "threads");
        options.lone_steps = threads != NULL;
        if (threads) options.n_threads = (int)strtol(threads, NULL, 10);
        sn_program *p = NULL;
        sn_str text;
        sn_str_init(&text, c->arena);
        SN_TRY(sn_machine_find(g->ctx, "x86-64-v3", &options.machine));
        SN_TRY(sn_plan(g, &options, c->arena, &p));
        sn_program_print(p, &text);
        case_expect(c, modes[i].name, text.s);
    }
    return SN_OK;
}
