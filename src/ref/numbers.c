/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/numbers.h"

#include <math.h>

#include "base/text.h"
#include "base/vec.h"
#include "ir/op.h"
#include "ops/ops.h"

/* of the larger: numbers are read from text, and rounded by those who write it */
#define SAME_NUMBER 0x1p-18

static bool is_near(double x, double y)
{
    return x == y || fabs(x - y) <= SAME_NUMBER * fmax(fabs(x), fabs(y));
}

/* The only param in which they differ, if that is a number. */
static const sn_param *other_number(const sn_node *m, const sn_node *n)
{
    const sn_param *found = NULL;
    for (const sn_param *p = m->op->params; p && p->name; p++) {
        if (sn_param_equal(p, m->params, n->params)) continue;
        const float *x = (const float *)(const void *)((const char *)m->params + p->offset),
                    *y = (const float *)(const void *)((const char *)n->params + p->offset);
        if (p->kind != SN_PK_F32) return NULL;
        if (!is_near((double)*x, (double)*y)) found = p;
    }
    return found;
}

static bool reads_the_same(const sn_inner *inner, const sn_node *m, const sn_node *n)
{
    if (m->n_in != n->n_in || m->n_out != n->n_out) return false;
    for (uint16_t i = 0; i < m->n_in; i++) {
        const sn_value *x = sn_in(m, i), *y = sn_in(n, i);
        if (!x && !y) continue;
        if (!x || !y) return false;
        const sn_tensor *v = sn_const_of(x), *w = sn_const_of(y);
        if (v || w ? !v || !w || (v != w && !sn_tensor_same_bytes(v, w))
                   : !sn_inner_agree(inner, x, y))
            return false;
    }
    for (uint16_t i = 0; i < m->n_out; i++)
        if (m->out[i]->n_uses && !sn_inner_agree(inner, m->out[i], n->out[i])) return false;
    return true;
}

/* The first result that something reads; NULL: nothing reads any. */
static const sn_value *read_result(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_out; i++)
        if (n->out[i]->n_uses) return n->out[i];
    return NULL;
}

bool sn_numbers_found(const sn_inner *inner, const sn_graph *b, sn_arena *arena,
                      sn_inner_finding *out)
{
    SN_EACH_NODE(n, b)
    {
        const sn_node *other = NULL;
        const sn_param *found = NULL;
        const sn_value *y = read_result(n);
        if (!n->op->params || n->op->expr || n->op == &sn_op_pad || !sn_node_evaluates(n) || !y)
            continue; /* what pad holds is seen in its result */
        for (size_t k = 0; !found; k++) {
            const sn_value *v = sn_inner_partner(inner, SN_INNER_B, y, k);
            if (!v) break;
            const sn_node *m = v->def;
            if (!m || m->op != n->op || !reads_the_same(inner, m, n)) continue;
            if (!sn_params_equal(m->op->params, m->params, n->params)) found = other_number(m, n);
            other = m;
            if (!found) break; /* it is the same layer */
        }
        if (!found) continue;
        const char *name = n->name ? n->name : n->op->name;
        const float was =
                        *(const float *)(const void *)((const char *)other->params + found->offset),
                    is = *(const float *)(const void *)((const char *)n->params + found->offset);
        out->name = y->name;
        out->words = sn_arena_printf(arena,
                                     "inside, '%s' has %s=%.9g, in the first network %.9g, and no "
                                     "input reveals it",
                                     sn_escape(arena, name), found->name, (double)is, (double)was);
        return true;
    }
    return false;
}
