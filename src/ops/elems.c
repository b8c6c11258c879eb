/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/elems.h"

#include <math.h>

sn_elems sn_elems_of(const void *data, sn_type type)
{
    return (sn_elems){(char *)(uintptr_t)data, type, (int8_t)sn_type_bytes(type)};
}

sn_elems sn_eval_elems(const sn_eval *e, unsigned slot)
{
    const sn_tensor *t = slot < e->n_in ? e->in[slot] : NULL;
    return t ? sn_elems_of(sn_tensor_data(t), t->type) : (sn_elems){NULL, SN_TYPE_UNKNOWN, 0};
}

sn_elems sn_eval_out_elems(const sn_eval *e, unsigned slot)
{
    return sn_elems_of(e->out_data[slot], e->out_type[slot]);
}

sn_elems sn_elems_create(sn_arena *arena, sn_type type, int64_t n)
{
    return sn_elems_of(SN_NEW_N(arena, uint64_t, (n * (int64_t)sn_type_bytes(type) + 7) / 8), type);
}

uint64_t sn_elems_word(sn_elems v, int64_t i)
{
    const void *data = v.data;
    switch (v.type) {
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name:                                                                           \
        return (uint64_t)((const ctype *)data)[i];
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        return ((const uint8_t *)data)[i] != 0;
    }
}

void sn_elems_put_word(sn_elems v, int64_t i, uint64_t word)
{
    void *data = v.data;
    switch (v.type) {
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name:                                                                           \
        ((ctype *)data)[i] = SN_WRAP(ctype, least, most, word);                                    \
        break;
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        ((uint8_t *)data)[i] = word != 0;
    }
}

void sn_elems_put_number(sn_elems v, int64_t i, double x)
{
    if (sn_type_is_float(v.type))
        sn_elems_put(v, i, x);
    else
        sn_elems_put_word(v, i, sn_word_of(v.type, x));
}

bool sn_word_less(sn_type type, uint64_t a, uint64_t b)
{
    return sn_type_is_signed(type) ? (int64_t)a < (int64_t)b : a < b;
}

uint64_t sn_word_div(sn_type type, uint64_t a, uint64_t b)
{
    if (b == 0) return 0;
    if (!sn_type_is_signed(type)) return a / b;
    return b == UINT64_MAX ? -a : (uint64_t)((int64_t)a / (int64_t)b);
}

uint64_t sn_word_of(sn_type type, double v)
{
    switch (type) {
#define X(name, ctype, least, most)                                                                \
    case SN_TYPE_##name:                                                                           \
        return isnan(v)               ? 0                                                          \
               : v <= (double)(least) ? (uint64_t)(least)                                          \
               : v >= (double)(most)  ? (uint64_t)(most)                                           \
                                      : (uint64_t)(ctype)v;
        SN_INT_TYPE_MAP(X)
#undef X
    default:
        return !(v == 0);
    }
}

uint64_t sn_word_dot(sn_elems a, int64_t a_step, sn_elems b, int64_t b_step, int64_t n)
{
    uint64_t sum = 0;
    for (int64_t k = 0; k < n; k++)
        sum += sn_elems_word(a, k * a_step) * sn_elems_word(b, k * b_step);
    return sum;
}

uint64_t sn_word_least(sn_type type)
{
    return type == SN_TYPE_bool ? 0 : sn_word_of(type, -INFINITY);
}
uint64_t sn_word_most(sn_type type) { return sn_word_of(type, INFINITY); }

sn_status sn_eval_ready(const sn_eval *e)
{
    for (unsigned i = 0; i < e->n_in; i++) {
        const sn_slot *role = sn_op_slot(e->node->op, i);
        if (!e->in[i] && !(role->flags & SN_SLOT_OPTIONAL))
            return sn_node_fail(e->ctx, e->node, SN_E_SHAPE, "input %u, %s, is missing", i,
                                role->name);
    }
    for (unsigned i = 0; i < e->n_out; i++)
        if (!e->out_data[i])
            return sn_node_fail(e->ctx, e->node, SN_E_UNSUPPORTED,
                                "the size of output %u is not known", i);
    return SN_OK;
}
