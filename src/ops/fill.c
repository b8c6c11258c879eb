/* SPDX-License-Identifier: Apache-2.0
 *
 * Values made of sizes: range (ONNX Range-11) and constant_of_shape (ONNX ConstantOfShape-9, whose
 * value is an input here). */
#include <math.h>

#include "ops/contents.h"
#include "ops/dynamic.h"
#include "ops/expand.h"
#include "ops/gather.h"
#include "ops/reshape.h"
#include "ops/rule.h"

/* ---- range ----------------------------------------------------------------------------------- */

enum { START, LIMIT, DELTA };

static sn_status range_fails(const sn_infer *in, const char *why)
{
    return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s", why);
}

static sn_status real_count(const sn_infer *in, double start, double limit, double delta, sn_dim *n)
{
    const double count = ceil((limit - start) / delta);
    if (delta == 0 || !(count < INT32_MAX))
        return range_fails(in, "from start to limit there are no whole number of steps");
    *n = count > 0 ? (sn_dim)count : 0;
    return SN_OK;
}

static sn_status integer_count(const sn_infer *in, int64_t start, int64_t limit, int64_t delta,
                               sn_dim *n)
{
    if (delta == 0) return range_fails(in, "delta is 0");
    const bool goes = delta > 0 ? limit > start : limit < start;
    const uint64_t way = delta > 0 ? (uint64_t)limit - (uint64_t)start
                                   : (uint64_t)start - (uint64_t)limit,
                   step = delta > 0 ? (uint64_t)delta : 0 - (uint64_t)delta;
    const uint64_t count = goes ? way / step + (way % step != 0) : 0;
    if (count > INT32_MAX) return range_fails(in, "it would have more elements than fit");
    *n = (sn_dim)count;
    return SN_OK;
}

/* From contents: where all are whole, and the step is a number. */
static bool symbolic_count(const sn_infer *in, sn_dim *n)
{
    const sn_contents *c[3];
    for (unsigned i = 0; i < 3; i++) {
        c[i] = sn_infer_whole(in, i);
        if (!c[i] || c[i]->n != 1) return false;
    }
    if (!c[DELTA]->v[0].is_number || c[DELTA]->v[0].number == 0) return false;
    const int64_t delta = c[DELTA]->v[0].number;
    const sn_dim way = delta > 0 ? sn_dim_sub(in->dims, c[LIMIT]->v[0].dim, c[START]->v[0].dim)
                                 : sn_dim_sub(in->dims, c[START]->v[0].dim, c[LIMIT]->v[0].dim);
    *n = sn_dim_max(in->dims, 0, sn_dim_ceildiv(in->dims, way, delta > 0 ? delta : -delta));
    return true;
}

static sn_status range_infer(sn_infer *in)
{
    const sn_tensor *of[3];
    sn_dim n = sn_dim_symbol_from(in->dims, sn_out(in->node, 0)->id, 0, 0);
    bool known = true;
    for (unsigned i = 0; i < 3; i++) {
        if (in->in_shape[i].rank > 1 ||
            (in->in_shape[i].rank == 1 && sn_dim_differ(in->dims, in->in_shape[i].d[0], 1)))
            return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%s has shape %s, a number expected",
                                sn_op_slot(in->node->op, i)->name,
                                sn_shape_rule_shape_text(in, &in->in_shape[i]));
        of[i] = sn_infer_data(in, i);
        known = known && of[i] && sn_tensor_count(of[i]) == 1;
    }
    if (known && sn_type_is_float(of[START]->type))
        SN_TRY(real_count(in, sn_tensor_at(of[START], 0), sn_tensor_at(of[LIMIT], 0),
                          sn_tensor_at(of[DELTA], 0), &n));
    else if (known)
        SN_TRY(integer_count(in, sn_index_at(of[START], 0), sn_index_at(of[LIMIT], 0),
                             sn_index_at(of[DELTA], 0), &n));
    else
        (void)symbolic_count(in, &n);
    in->out_shape[0] = SN_SHAPE(n);
    return SN_OK;
}

static void range_contents(sn_infer *in)
{
    const sn_contents *start = sn_infer_whole(in, START), *delta = sn_infer_whole(in, DELTA);
    sn_contents *y =
        start && delta && start->n == 1 && delta->n == 1 ? sn_infer_give_contents(in, 0) : NULL;
    for (int i = 0; y && i < y->n; i++)
        y->v[i] = sn_size_of_dim(in->dims, sn_dim_add(in->dims, start->v[0].dim,
                                                      sn_dim_mul(in->dims, i, delta->v[0].dim)));
}

static sn_status range_eval(sn_eval *e)
{
    const int64_t n = e->out_shape[0].d[0];
    void *y = e->out_data[0];
    const sn_type type = e->out_type[0];
    const double start = sn_tensor_at(e->in[START], 0), delta = sn_tensor_at(e->in[DELTA], 0);
    const uint64_t from = (uint64_t)sn_index_at(e->in[START], 0),
                   by = (uint64_t)sn_index_at(e->in[DELTA], 0);
    for (int64_t i = 0; i < n; i++) {
        const uint64_t whole = from + by * (uint64_t)i;
        switch (type) {
        case SN_TYPE_f32:
            ((float *)y)[i] = (float)(start + delta * (double)i);
            break;
        case SN_TYPE_f64:
            ((double *)y)[i] = start + delta * (double)i;
            break;
        default:
            switch (sn_type_bytes(type)) {
            case 1:
                ((uint8_t *)y)[i] = (uint8_t)whole;
                break;
            case 2:
                ((uint16_t *)y)[i] = (uint16_t)whole;
                break;
            case 4:
                ((uint32_t *)y)[i] = (uint32_t)whole;
                break;
            default:
                ((uint64_t *)y)[i] = whole;
            }
        }
    }
    return SN_OK;
}

static const sn_slot range_slots[] = {{"start", 0}, {"limit", 0}, {"delta", 0}, {NULL, 0}};

const sn_op sn_op_range = {
    .name = "range",
    .synopsis = "y = start, start + delta, ... up to limit, which does not belong to it",
    .slots = range_slots,
    .types = "num,num,num->num",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .counts = true,
    .infer = range_infer,
    .contents = range_contents,
    .eval = range_eval,
};

/* ---- constant_of_shape ----------------------------------------------------------------------- */

static sn_status constant_infer(sn_infer *in)
{
    in->out_shape[0] = sn_shape_of_contents(in, SN_FILL_SHAPE);
    return SN_OK;
}

static void constant_contents(sn_infer *in)
{
    const sn_contents *value = sn_infer_contents(in, SN_FILL_VALUE);
    sn_contents *y = value && value->n == 1 ? sn_infer_give_contents(in, 0) : NULL;
    for (int i = 0; y && i < y->n; i++) y->v[i] = value->v[0];
}

static sn_answer constant_resolve(sn_resolve *r)
{
    sn_value *value = sn_in(r->node, SN_FILL_VALUE);
    if (value->shape.rank < 0) return SN_ANSWER_UNKNOWN("the rank of value is not known");
    if (value->shape.rank > 0) {
        const sn_reshape_params p = {0};
        value = sn_resolve_node(r, &sn_op_reshape, &p, 1, &value);
        if (!value) return SN_ANSWER_UNKNOWN("value is no number");
    }
    sn_size_writer w = sn_size_writer_of(r, &sn_op_expand, value);
    sn_expand_params p = {0};
    const sn_answer is = sn_write_sizes(&w, SN_FILL_SHAPE, 0, &p.shape);
    if (is.is != SN_YES) return is;
    r->made[0] = sn_resolve_static(r, &sn_op_expand, &p, &w);
    return SN_ANSWER_YES;
}

static const sn_slot constant_slots[] = {{"shape", 0}, {"value", 0}, {NULL, 0}};

const sn_op sn_op_constant_of_shape = {
    .name = "constant_of_shape",
    .synopsis = "y = value everywhere",
    .slots = constant_slots,
    .types = "int,any->any",
    .n_out = 1,
    .kind = SN_FUSE_OPAQUE,
    .resolve = constant_resolve,
    .infer = constant_infer,
    .contents = constant_contents,
};
