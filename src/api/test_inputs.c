/* SPDX-License-Identifier: Apache-2.0 */
#include "api/test_inputs.h"

#include <string.h>

#include "codegen/selftest.h"
#include "ref/inputs.h"
#include "ref/run.h"

static sn_status feed(const sn_graph *g, const sn_value *v, size_t index, const sn_tensor **out)
{
    const int64_t limit = sn_integer_limit(v);
    sn_tensor *t = NULL;
    void *data = NULL;
    const sn_type type = v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
    SN_TRY(sn_tensor_create(g->ctx, type, &v->shape, &t, &data));
    test_fill(data, sn_type_name(type), (size_t)sn_tensor_count(t) * sn_type_bytes(type),
              (unsigned)index, limit > 0 ? (long)limit : 0);
    *out = t;
    return SN_OK;
}

sn_status sn_test_feeds(const sn_graph *g, sn_arena *arena, const sn_tensor ***out, size_t *n)
{
    sn_value **inputs = sn_graph_inputs(g, arena, n);
    *out = SN_NEW_N(arena, const sn_tensor *, *n + 1);
    for (size_t i = 0; i < *n; i++) SN_TRY(feed(g, inputs[i], i, &(*out)[i]));
    return SN_OK;
}

const bool *sn_hang_on_selection(const sn_graph *g, sn_arena *arena)
{
    bool *hangs = SN_NEW_N(arena, bool, g->n_ids + 1);
    SN_EACH_NODE(n, g)
    {
        bool is = sn_node_selects(n);
        for (uint16_t i = 0; i < n->n_in && !is; i++) is = sn_in(n, i) && hangs[sn_in(n, i)->id];
        for (uint16_t i = 0; i < n->n_out; i++) hangs[n->out[i]->id] = is;
    }
    return hangs;
}
