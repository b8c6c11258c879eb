/* SPDX-License-Identifier: Apache-2.0
 *
 * `test order EARLIER LATER`: a graph that ends up dearer when the two passes, side by side in some
 * order, change places. The witness of an `after`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data_case.h"
#include "ir/op.h"
#include "pass_order.h"

sn_status case_orders(data_case *c, const sn_graph *g)
{
    const char *more = getenv("SINTER_ORDERS");
    const uint64_t n_orders = more ? strtoull(more, NULL, 10) : 3;
    const sn_format *ncnn = sn_format_named("ncnn");
    graph_cost by_stages, found;
    SN_TRY(order_cost(c->ctx, g, ncnn, NULL, NULL, &by_stages));
    for (uint64_t seed = 1; seed <= n_orders; seed++) {
        pass_order o = order_at_random(seed);
        SN_TRY(order_cost(c->ctx, g, ncnn, &o, NULL, &found));
        if (cost_compare(&by_stages, &found) == 0) continue;
        const sn_pass *earlier = NULL, *later = NULL;
        pass_order all = order_of_pipeline();
        SN_TRY(order_blame(c->ctx, g, ncnn, &all, o, &earlier, &later));
        case_fail(c,
                  "%s has to stand in the `after` of %s: %u layers, %.0f MACs, %.0f bytes by "
                  "stages, %u, %.0f, %.0f in order %llu",
                  earlier ? earlier->name : "a pass", later ? later->name : "another",
                  by_stages.n_layers, by_stages.macs, by_stages.weight_bytes, found.n_layers,
                  found.macs, found.weight_bytes, (unsigned long long)seed);
    }
    return SN_OK;
}

sn_status run_order(data_case *c)
{
    char earlier[64], later[64];
    SN_CHECK(c->ctx, sscanf(c->arguments, "%63s %63s", earlier, later) == 2, SN_E_ARG,
             "expected two passes");
    const sn_pass *last = sn_pass_find(later);
    SN_CHECK(c->ctx, last && sn_pass_find(earlier), SN_E_ARG, "no pass is called '%s'",
             last ? earlier : later);
    if (!order_names(last, earlier))
        case_fail(c, "%s does not say that it comes after %s", later, earlier);
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    SN_TRY(case_pin(c, g));
    SN_TRY(sn_infer_graph(g));
    const sn_format *ncnn = sn_format_named("ncnn");
    graph_cost a = {0}, b = {0};
    bool witness = false;
    for (uint64_t seed = 1; seed <= 100 && !witness; seed++) {
        pass_order right, wrong;
        if (!order_side_by_side(seed, earlier, later, &right, &wrong)) continue;
        SN_TRY(order_cost(c->ctx, g, ncnn, &right, NULL, &a));
        SN_TRY(order_cost(c->ctx, g, ncnn, &wrong, NULL, &b));
        witness = cost_compare(&a, &b) < 0;
    }
    if (!witness)
        case_fail(c, "it is no witness: no order was found in which exchanging the two costs more");
    case_expect(
        c, "cost",
        sn_arena_printf(c->arena,
                        "as declared: %u layers, %.0f MACs, %.0f other operations, %.0f bytes\n"
                        "exchanged:   %u layers, %.0f MACs, %.0f other operations, %.0f bytes\n",
                        a.n_layers, a.macs, a.flops, a.weight_bytes, b.n_layers, b.macs, b.flops,
                        b.weight_bytes));
    return SN_OK;
}
