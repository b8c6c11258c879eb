/* SPDX-License-Identifier: Apache-2.0
 *
 * Small private operators for tests of ir, which does not know the real ones; and an allocator that
 * fails on demand. */
#ifndef SN_TESTS_IR_TOY_OPS_H
#define SN_TESTS_IR_TOY_OPS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/op.h"

#define UNUSED __attribute__((unused))

/* ---- allocator ------------------------------------------------------------------------------- */

typedef struct toy_heap {
    long until_failure; /* allocations that still succeed; negative: all do */
    long n_live;
} toy_heap;

UNUSED static void *toy_alloc(void *user, void *ptr, size_t old_bytes, size_t new_bytes)
{
    toy_heap *heap = user;
    (void)old_bytes;
    if (new_bytes == 0) {
        heap->n_live--;
        free(ptr);
        return NULL;
    }
    if (heap->until_failure == 0) return NULL;
    if (heap->until_failure > 0) heap->until_failure--;
    void *p = realloc(ptr, new_bytes);
    if (!ptr && p) heap->n_live++;
    return p;
}

/* ---- operators ------------------------------------------------------------------------------- */

static const sn_slot slots_none[] = {{NULL, 0}};
static const sn_slot slots_x[] = {{"x", 0}, {NULL, 0}};
static const sn_slot slots_ab[] = {{"a", 0}, {"b", 0}, {NULL, 0}};
static const sn_slot slots_many[] = {{"x", SN_SLOT_VARIADIC}, {NULL, 0}};
static const sn_slot slots_any[] = {{"x", SN_SLOT_VARIADIC | SN_SLOT_OPTIONAL}, {NULL, 0}};
static const sn_slot slots_conv[] = {
    {"x", 0}, {"weight", SN_SLOT_WEIGHT}, {"bias", SN_SLOT_WEIGHT | SN_SLOT_OPTIONAL}, {NULL, 0}};
static const sn_slot slots_middle[] = {{"q", 0}, {"mask", SN_SLOT_OPTIONAL}, {"k", 0}, {NULL, 0}};

static sn_status toy_infer_same(sn_infer *in)
{
    in->out_shape[0] = in->in_shape[0];
    in->out_type[0] = in->in_type[0];
    return SN_OK;
}

/* The weight [oc, ic] says how many channels (axis 0) x has. */
static sn_status toy_infer_conv(sn_infer *in)
{
    const sn_shape *x = &in->in_shape[0], *w = &in->in_shape[1];
    if (x->rank < 1 || w->rank != 2) return SN_OK;
    if (sn_dim_differ(in->dims, x->d[0], w->d[1])) {
        return sn_node_fail(in->ctx, in->node, SN_E_SHAPE, "%lld channels found, %lld expected",
                            (long long)x->d[0], (long long)w->d[1]);
    }
    if (!sn_dim_known(x->d[0])) sn_dim_bind(in->dims, x->d[0], w->d[1]);
    in->out_shape[0] = *x;
    in->out_shape[0].d[0] = w->d[0];
    in->out_type[0] = SN_TYPE_f32;
    return SN_OK;
}

/* One size that only the data tells. */
static sn_status toy_infer_nonzero(sn_infer *in)
{
    in->out_shape[0] = SN_SHAPE(sn_dim_symbol(in->dims, sn_out(in->node, 0)->id, 0), 4);
    in->out_type[0] = SN_TYPE_f32;
    return SN_OK;
}

typedef struct pick_params {
    int32_t axis;
    sn_ints sizes;
    const char *note;
} pick_params;

/* clang-format off */
static const sn_param pick_table[] = {
    SN_P_INT(pick_params, axis, -1, -8, 7, "axis dropped; negative: from the back"),
    SN_P_INTS(pick_params, sizes, "anything"),
    SN_P_STR(pick_params, note, "anything"),
    SN_P_END
};
/* clang-format on */

static sn_status toy_infer_pick(sn_infer *in)
{
    const pick_params *p = in->params;
    const sn_shape *x = &in->in_shape[0];
    if (x->rank < 0) return SN_OK;
    const int axis = p->axis < 0 ? p->axis + x->rank : p->axis;
    sn_dim d[SN_MAX_RANK];
    int rank = 0;
    for (int i = 0; i < x->rank; i++) {
        if (i != axis) d[rank++] = x->d[i];
    }
    in->out_shape[0] = sn_shape_of(rank, d);
    in->out_type[0] = in->in_type[0];
    return SN_OK;
}

static const char *toy_validate_pick(const void *params, sn_arena *arena)
{
    const pick_params *p = params;
    return p->sizes.n > 3 ? sn_arena_printf(arena, "%d sizes found, at most 3 expected", p->sizes.n)
                          : NULL;
}

UNUSED static const sn_op toy_input = {
    .name = "input", .slots = slots_none, .n_out = SN_VARIADIC_OUT, .traits = SN_TRAIT_INPUT};
UNUSED static const sn_op toy_constant = {.name = "constant",
                                          .slots = slots_x,
                                          .n_out = 1,
                                          .traits = SN_TRAIT_CONSTANT,
                                          .infer = toy_infer_same};
UNUSED static const sn_op toy_output = {
    .name = "output", .slots = slots_any, .traits = SN_TRAIT_OUTPUT};
UNUSED static const sn_op toy_relu = {
    .name = "relu", .slots = slots_x, .n_out = 1, .infer = toy_infer_same};
UNUSED static const sn_op toy_add = {
    .name = "add", .slots = slots_ab, .n_out = 1, .infer = toy_infer_same};
UNUSED static const sn_op toy_concat = {.name = "concat", .slots = slots_many, .n_out = 1};
UNUSED static const sn_op toy_middle = {.name = "middle", .slots = slots_middle, .n_out = 1};
UNUSED static const sn_op toy_conv = {
    .name = "conv", .slots = slots_conv, .n_out = 1, .infer = toy_infer_conv};
UNUSED static const sn_op toy_nonzero = {
    .name = "nonzero", .slots = slots_x, .n_out = 1, .infer = toy_infer_nonzero};
UNUSED static const sn_op toy_pick = {
    .name = "pick",
    .slots = slots_x,
    .n_out = 1,
    .params_bytes = sizeof(pick_params),
    .params = pick_table,
    .validate = toy_validate_pick,
    .infer = toy_infer_pick,
};

/* ---- graphs ---------------------------------------------------------------------------------- */

UNUSED static sn_value *toy_feed(sn_graph *g, const char *name, sn_shape shape)
{
    sn_value *v = sn_node_create(g, NULL, &toy_input, NULL, 0, NULL, 1)->out[0];
    v->type = SN_TYPE_f32;
    v->shape = shape;
    sn_value_set_name(g, v, name);
    return v;
}

UNUSED static sn_value *toy_apply(sn_graph *g, const sn_op *op, sn_value *x)
{
    return sn_node_create(g, NULL, op, NULL, 1, &x, 1)->out[0];
}

/* A constant of f32 ones, which only the graph holds. */
UNUSED static sn_value *toy_ones(sn_graph *g, sn_shape shape, const char *name)
{
    sn_tensor *t;
    void *data;
    sn_status s = sn_tensor_create(g->ctx, SN_TYPE_f32, &shape, &t, &data);
    assert_int_equal(s, SN_OK);
    for (int64_t i = 0; i < sn_tensor_count(t); i++) ((float *)data)[i] = 1;
    sn_value *v = sn_value_const(g, t, name);
    sn_tensor_release(t);
    return v;
}

#define assert_ok(ctx, call)                                                                       \
    do {                                                                                           \
        sn_status status_ = (call);                                                                \
        if (status_ != SN_OK) fail_msg("%s: %s", sn_status_name(status_), sn_ctx_error(ctx));      \
    } while (0)
#define assert_fails(ctx, code, part, call)                                                        \
    do {                                                                                           \
        assert_int_equal((call), (code));                                                          \
        if (!strstr(sn_ctx_error(ctx), (part)))                                                    \
            fail_msg("'%s' expected in '%s'", (part), sn_ctx_error(ctx));                          \
    } while (0)

#endif
