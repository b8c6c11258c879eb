/* SPDX-License-Identifier: Apache-2.0
 *
 * Affine maps in weights, in constants, and as nodes: see affine.h. */
#include "passes/affine.h"

#include <math.h>

#include "ops/affine.h"
#include "ops/ops.h"
#include "passes/weights.h"

/* ---- weights --------------------------------------------------------------------------------- */

/* Slot `slot` of g gets t, which is released. */
static void put(sn_pass_run *run, sn_node *g, uint16_t slot, const sn_tensor *t)
{
    const sn_value *old = sn_in(g, slot);
    sn_value *v = sn_value_const(run->g, t, old ? old->name : NULL);
    sn_tensor_release(t);
    sn_put_input(g, slot, v);
}

static sn_type type_of(const sn_value *x)
{
    return x->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : x->type;
}

sn_status sn_affine_map_into_output(sn_pass_run *run, sn_node *g, const sn_fold_out *fold_out,
                                    const sn_affine *map)
{
    const sn_tensor *t = NULL;
    for (int i = 0; i < fold_out->n_scaled && map->scale; i++) {
        const sn_tensor *old = sn_const_of(sn_in(g, fold_out->scaled[i]));
        SN_TRY(sn_weight_scaled(run->env->ctx, old, map->scale, map->n, &t));
        put(run, g, fold_out->scaled[i], t);
    }
    /* A weight that comes from a layer is a computed one for the target, which has no bias beside
     * it: it becomes g's own. */
    for (int i = 0; i < fold_out->n_scaled && !map->scale; i++) {
        const sn_value *w = sn_in(g, fold_out->scaled[i]);
        if (!w->def) continue;
        t = sn_const_of(w);
        sn_tensor_retain(t);
        put(run, g, fold_out->scaled[i], t);
    }
    const sn_value *bias = sn_in(g, fold_out->shifted);
    if (!bias && !map->shift) return SN_OK;
    const sn_value *like = fold_out->n_scaled ? sn_in(g, fold_out->scaled[0]) : sn_in(g, 0);
    SN_TRY(sn_bias_mapped(run->env->ctx, type_of(bias ? bias : like),
                          bias ? sn_const_of(bias) : NULL, map->scale, map->shift, map->n,
                          fold_out->n, &t));
    if (fold_out->shifted_shape.rank > 0) {
        const sn_tensor *vector = t;
        t = sn_tensor_reshaped(run->env->ctx, vector, &fold_out->shifted_shape);
        sn_tensor_release(vector);
    }
    put(run, g, fold_out->shifted, t);
    return SN_OK;
}

sn_status sn_affine_map_into_input(sn_pass_run *run, sn_node *g, const sn_fold_in *fold_in,
                                   const sn_affine *map)
{
    sn_ctx *ctx = run->env->ctx;
    const sn_tensor *w = sn_const_of(sn_in(g, fold_in->weight)), *t = NULL;
    if (map->shift) {
        const sn_value *bias = sn_in(g, fold_in->bias);
        SN_TRY(sn_bias_shifted_in(ctx, w, bias ? sn_const_of(bias) : NULL, fold_in, map->shift,
                                  map->n, &t));
        put(run, g, fold_in->bias, t);
    }
    if (map->scale) {
        SN_TRY(sn_weight_scaled_in(ctx, w, fold_in, map->scale, map->n, &t));
        put(run, g, fold_in->weight, t);
    }
    return SN_OK;
}

const char *sn_affine_map_misfit(sn_arena *arena, const sn_node *f, const sn_fold_out *fold_out,
                                 const sn_affine *map)
{
    if (fold_out->no_shift && map->shift) return "the activation in its slot lets no shift through";
    for (int64_t i = 0; fold_out->no_shift && i < map->n; i++) {
        if (!(sn_affine_map_scale(map, i) >= 0))
            return "the activation in its slot lets no negative factor through";
    }
    if (map->axis == SN_AXIS_NONE) return NULL;
    if (map->axis != fold_out->axis)
        return sn_arena_printf(
            arena, "the factors run along axis %d, the channels of the %s along axis %d", map->axis,
            f->op->name, fold_out->axis);
    if (map->n != fold_out->n)
        return sn_arena_printf(arena, "there are %lld factors, the %s has %lld channels",
                               (long long)map->n, f->op->name, (long long)fold_out->n);
    return NULL;
}

/* ---- constants ------------------------------------------------------------------------------- */

sn_status sn_affine_map_constant(sn_pass_run *run, sn_value *v, const sn_affine *map,
                                 sn_value **out)
{
    const sn_tensor *from = sn_const_of(v);
    sn_tensor *t = NULL;
    const sn_tensor *settled = NULL;
    void *data = NULL;
    int64_t inner = 1, n = sn_tensor_count(from);
    SN_TRY(sn_tensor_create(run->env->ctx, SN_TYPE_f64, &from->shape, &t, &data));
    for (int i = map->axis + 1; map->axis != SN_AXIS_NONE && i < from->shape.rank; i++)
        inner *= from->shape.d[i];
    for (int64_t i = 0; i < n; i++) {
        const int64_t k = i / inner % map->n;
        const double old = sn_tensor_at(from, i),
                     y = old * sn_affine_map_scale(map, k) + sn_affine_map_shift(map, k);
        ((double *)data)[i] = y;
        const char *lost = sn_leaves_range(from->type, old, y);
        if (!lost) continue;
        sn_tensor_release(t);
        return sn_fail(run->env->ctx, SN_E_UNSUPPORTED, "constant %g times %g %s %s", old,
                       sn_affine_map_scale(map, k), lost, sn_type_name(from->type));
    }
    const sn_tensor *typed = NULL;
    const sn_status status = sn_tensor_convert(run->env->ctx, t, from->type, &typed);
    sn_tensor_release(t);
    SN_TRY(status);
    SN_TRY(sn_tensor_settle(run->env->ctx, typed, sn_tensor_is_of_halves(from), &settled));
    *out = sn_value_const(run->g, settled, v->name);
    sn_tensor_release(settled);
    return SN_OK;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* How a map is spelled: x itself, a scalar operand, or a batch_normalization. */
typedef struct affine_spelling {
    const sn_op *op; /* NULL: x itself */
    double scalar;
    bool scalar_first;
    sn_affine factors; /* of a batch_normalization */
} affine_spelling;

enum { MAX_CHANNELS = 1 << 16 }; /* that one factor for all is repeated for */

static bool spell(const sn_value *x, const sn_affine *map, affine_spelling *out)
{
    const sn_affine m = sn_affine_map_simple(map);
    *out = (affine_spelling){.factors = m};
    if (sn_affine_map_is_identity(&m)) return true;
    if (m.axis == SN_AXIS_NONE && !m.shift) {
        out->op = &sn_op_mul;
        out->scalar = m.scale[0];
    } else if (m.axis == SN_AXIS_NONE && !m.scale) {
        out->op = &sn_op_add;
        out->scalar = m.shift[0];
    } else if (m.axis == SN_AXIS_NONE && m.scale[0] == -1) {
        out->op = &sn_op_sub;
        out->scalar = m.shift[0];
        out->scalar_first = true;
    } else {
        out->op = &sn_op_batch_normalization;
        if (m.axis != SN_AXIS_NONE) return true;
        if (x->shape.rank < 1 || !sn_dim_known(x->shape.d[0]) || x->shape.d[0] > MAX_CHANNELS)
            return false;
        out->factors.axis = 0;
        out->factors.n = x->shape.d[0];
    }
    return true;
}

static double factor(const double *v, int64_t n, int64_t i, double none)
{
    return v ? v[n == 1 ? 0 : i] : none;
}

bool sn_affine_keeps_zeros(const sn_value *x, const sn_affine *first, const sn_affine *second)
{
    if (second->shift || !second->scale || first->scale || !first->shift) return false;
    if (!x->def || x->def->op != &sn_op_cast) return false;
    const sn_type from = sn_in(x->def, 0)->type;
    if (!sn_type_is_integer(from) || from == SN_TYPE_bool) return false;
    for (int64_t i = 0; i < first->n; i++)
        if (first->shift[i] != floor(first->shift[i])) return false;
    return true;
}

bool sn_affine_map_is_one_node(sn_pass_run *run, const sn_value *x, const sn_affine *map,
                               const char **why)
{
    affine_spelling s;
    const sn_type type = type_of(x);
    *why = NULL;
    for (int64_t i = 0; i < map->n; i++) {
        if (sn_type_holds(type, sn_affine_map_scale(map, i)) &&
            sn_type_holds(type, sn_affine_map_shift(map, i)))
            continue;
        *why = sn_arena_printf(run->arena,
                               "a factor or shift of both together is out of the range of %s",
                               sn_type_name(type));
        return false;
    }
    if (!spell(x, map, &s)) return false;
    if (!s.op) return true;
    const sn_batch_normalization_params p = {.axis = s.factors.axis, .epsilon = 1};
    const bool scale = s.op == &sn_op_batch_normalization;
    return sn_spelling_can(run->env->target, run->env->ctx, s.op, scale ? &p : NULL,
                           scale && map->shift ? 3 : 2);
}

int64_t sn_affine_map_n_factors(const sn_value *x, const sn_affine *map)
{
    affine_spelling s;
    if (!spell(x, map, &s) || !s.op) return 0;
    return s.op == &sn_op_batch_normalization ? s.factors.n * (map->shift ? 2 : 1) : 1;
}

/* n numbers as a vector; v holds as many, or one for all, or is NULL: none. */
static sn_status vector(sn_pass_run *run, sn_type type, const double *v, int64_t n_v, int64_t n,
                        double none, sn_value **out)
{
    double *all = SN_NEW_N(run->arena, double, n);
    const sn_tensor *t = NULL;
    for (int64_t i = 0; i < n; i++) all[i] = factor(v, n_v, i, none);
    SN_TRY(sn_tensor_vector(run->env->ctx, type, all, n, &t));
    *out = sn_value_const(run->g, t, NULL);
    sn_tensor_release(t);
    return SN_OK;
}

static sn_status scale_node(sn_pass_run *run, sn_value *x, sn_type type, const sn_affine *map,
                            const affine_spelling *s, sn_node *before, sn_node **out)
{
    const sn_batch_normalization_params p = {.axis = s->factors.axis, .epsilon = 1};
    sn_value *in[3] = {x, NULL, NULL};
    SN_TRY(vector(run, type, map->scale, map->n, s->factors.n, 1, &in[1]));
    if (map->shift) SN_TRY(vector(run, type, map->shift, map->n, s->factors.n, 0, &in[2]));
    *out = sn_node_create(run->g, before, &sn_op_batch_normalization, &p, in[2] ? 3 : 2, in, 1);
    return SN_OK;
}

sn_status sn_affine_map_node(sn_pass_run *run, sn_value *x, const sn_value *asked,
                             const sn_affine *map, sn_node *before, const sn_node *like,
                             sn_value **out)
{
    affine_spelling s;
    sn_node *n = NULL;
    const sn_affine m = sn_affine_map_simple(map);
    *out = x;
    SN_CHECK(run->env->ctx, spell(asked, &m, &s), SN_E_INTERNAL,
             "a map that is one node cannot be made one");
    if (!s.op) return SN_OK;
    if (s.op == &sn_op_batch_normalization) {
        SN_TRY(scale_node(run, x, type_of(asked), &m, &s, before, &n));
    } else {
        sn_value *scalar = sn_value_scalar(run->g, type_of(asked), s.scalar);
        sn_value *in[2] = {s.scalar_first ? scalar : x, s.scalar_first ? x : scalar};
        n = sn_node_create(run->g, before, s.op, NULL, 2, in, 1);
    }
    n->name = like->name;
    *out = n->out[0];
    return SN_OK;
}
