/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/layers.h"

#include <math.h>

#include "ir/op.h"

#define HALF_ROUNDING 0x1p-11 /* of an element */
#define HALF_STEP     0x1p-25 /* of the smallest elements */

static bool is_half(const sn_tensor *t) { return t->coding == SN_CODED_F16; }

static bool same_weights(const sn_tensor *a, const sn_tensor *b)
{
    if (a == b || sn_tensor_same_bytes(a, b)) return true;
    if (!a->buf || !b->buf || a->type != b->type || !sn_shape_equal(&a->shape, &b->shape))
        return false;
    if (!sn_type_is_float(a->type)) return false; /* the bytes differ */
    const bool rounded = is_half(a) != is_half(b);
    for (int64_t i = 0, n = sn_tensor_count(a); i < n; i++) {
        const double x = sn_tensor_at(a, i), y = sn_tensor_at(b, i), d = fabs(x - y);
        if (x == y || (isnan(x) && isnan(y))) continue;
        if (!rounded || !(d <= fmax(HALF_ROUNDING * fmax(fabs(x), fabs(y)), HALF_STEP)))
            return false;
    }
    return true;
}

const char *sn_layers_differ(const sn_node *a, const sn_node *b, sn_arena *arena)
{
    if (a->op != b->op)
        return sn_arena_printf(arena, "one is %s, the other %s", a->op->name, b->op->name);
    for (const sn_param *p = a->op->params; p && p->name; p++) {
        if (!sn_param_equal(p, a->params, b->params))
            return sn_arena_printf(arena, "they have different values of '%s'", p->name);
    }
    if (a->n_in != b->n_in || a->n_out != b->n_out)
        return "they have different numbers of inputs, weights or outputs";
    for (uint16_t i = 0; i < a->n_in; i++) {
        const sn_value *x = sn_in(a, i), *y = sn_in(b, i);
        if (!x != !y)
            return sn_arena_printf(arena, "only one has '%s'", sn_op_slot(a->op, i)->name);
        const sn_tensor *v = x ? sn_const_of(x) : NULL, *w = y ? sn_const_of(y) : NULL;
        if (v && w && !same_weights(v, w))
            return sn_arena_printf(arena, "their weights '%s' differ", sn_op_slot(a->op, i)->name);
    }
    if (!sn_node_same_bodies(a, b)) return "their bodies differ";
    return NULL;
}
