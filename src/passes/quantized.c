/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/quantized.h"

#include <math.h>

#include "ops/eval.h"
#include "ops/ops.h"

enum { DEEP = 12 }; /* nodes from a constant to what is worked out of it */

/* ---- what hangs on constants alone ----------------------------------------------------------- */

static const sn_tensor *keep(sn_pass_run *run, sn_known **list, sn_node *n, const sn_tensor *t)
{
    sn_known *k = SN_NEW(run->arena, sn_known);
    *k = (sn_known){n, t, *list};
    *list = k;
    return t;
}

static const sn_tensor *kept(const sn_known *k, const sn_node *n)
{
    while (k && k->node != n) k = k->next;
    return k ? k->tensor : NULL;
}

static sn_status known(sn_pass_run *run, const sn_value *v, int depth, sn_known **list,
                       const sn_tensor **out)
{
    *out = v ? sn_const_of(v) : NULL;
    sn_node *n = v ? v->def : NULL;
    if (!*out && n) *out = kept(*list, n);
    if (*out || !n || depth == 0 || n->n_out != 1 || n->n_body || !sn_node_evaluates(n) ||
        sn_op_has(n->op, SN_TRAIT_INPUT | SN_TRAIT_OUTPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OPAQUE))
        return SN_OK;
    const sn_tensor **in = SN_NEW_N(run->arena, const sn_tensor *, n->n_in + 1), *made = NULL;
    for (uint16_t i = 0; i < n->n_in; i++) {
        if (!sn_in(n, i)) continue;
        SN_TRY(known(run, sn_in(n, i), depth - 1, list, &in[i]));
        if (!in[i]) return SN_OK;
    }
    const sn_status status = sn_eval_node(run->env->ctx, run->arena, run->g->dims, n, in, &made);
    if (status == SN_E_UNSUPPORTED) {
        sn_ctx_clear_error(run->env->ctx);
        return SN_OK;
    }
    if (status == SN_OK) *out = keep(run, list, n, made);
    return status;
}

sn_status sn_known_of(sn_pass_run *run, const sn_value *v, sn_known **list, const sn_tensor **out)
{
    return known(run, v, DEEP, list, out);
}

void sn_known_release(sn_known **list)
{
    for (; *list; *list = (*list)->next) sn_tensor_release((*list)->tensor);
}

void sn_known_given(sn_pass_run *run, const sn_known *list, sn_rewrite *rw)
{
    size_t n = 0;
    for (const sn_known *k = list; k; k = k->next) n++;
    sn_node **given = SN_NEW_N(run->arena, sn_node *, n + 1);
    rw->given = given;
    rw->n_given = n;
    for (const sn_known *k = list; k; k = k->next) given[--n] = k->node;
}

/* ---- (q - zero) * scale ---------------------------------------------------------------------- */

static bool is_byte(sn_type t) { return t == SN_TYPE_u8 || t == SN_TYPE_i8; }

/* Whether all are numbers that the type has. *zeros: all are 0. */
static bool are_of_type(const sn_tensor *t, sn_type type, bool *zeros)
{
    const double least = sn_least_byte(type), most = least + 255;
    *zeros = true;
    for (int64_t i = 0; i < sn_tensor_count(t); i++) {
        const double v = sn_tensor_at(t, i);
        if (!(v >= least && v <= most && v == floor(v))) return false;
        if (v != 0) *zeros = false;
    }
    return true;
}

bool sn_keeps_shape(const sn_value *x, const sn_value *y)
{
    return x->shape.rank >= 0 && sn_shape_equal(&x->shape, &y->shape);
}

static void put_first(sn_dequantized *d, sn_node *n)
{
    for (int i = d->n_nodes++; i > 0; i--) d->node[i] = d->node[i - 1];
    d->node[0] = n;
}

sn_status sn_dequantized_of(sn_pass_run *run, sn_value *v, sn_known **list, sn_dequantized *d,
                            bool *is)
{
    bool zeros = true;
    sn_node *n = v ? v->def : NULL;
    *d = (sn_dequantized){NULL};
    *is = false;
    if (!n || n->op != &sn_op_mul || v->type != SN_TYPE_f32) return SN_OK;
    SN_TRY(sn_known_of(run, sn_in(n, 1), list, &d->scale));
    if (!d->scale) return SN_OK;
    put_first(d, n);
    n = sn_in(n, 0)->def;
    if (n && n->op == &sn_op_sub) {
        SN_TRY(sn_known_of(run, sn_in(n, 1), list, &d->zero));
        if (!d->zero) return SN_OK;
        put_first(d, n);
        n = sn_in(n, 0)->def;
    }
    if (!n || n->op != &sn_op_cast || !is_byte(sn_in(n, 0)->type)) return SN_OK;
    put_first(d, n);
    d->q = sn_in(n, 0);
    if (d->zero && !are_of_type(d->zero, d->q->type, &zeros)) return SN_OK;
    if (zeros) d->zero = NULL;
    *is = sn_keeps_shape(d->q, v);
    return SN_OK;
}
