/* SPDX-License-Identifier: Apache-2.0
 *
 * Affine maps as values, and how they move across operators: see affine_maps.h. */
#include "ops/affine_maps.h"

#include <math.h>

sn_affine sn_affine_map_identity(void) { return (sn_affine){.axis = SN_AXIS_NONE, .n = 1}; }

static bool all_are(const double *v, int64_t n, double value)
{
    for (int64_t i = 0; i < n; i++) {
        if (v[i] != value) return false;
    }
    return true;
}

sn_affine sn_affine_map_of(int axis, int64_t n, const double *scale, const double *shift)
{
    sn_affine m = {.axis = axis, .n = n};
    if (scale && !all_are(scale, n, 1)) m.scale = scale;
    if (shift && !all_are(shift, n, 0)) m.shift = shift;
    bool alike = (!m.scale || all_are(m.scale, n, m.scale[0])) &&
                 (!m.shift || all_are(m.shift, n, m.shift[0]));
    if (n == 1 || alike) {
        m.axis = SN_AXIS_NONE;
        m.n = 1;
    }
    return m;
}

sn_affine sn_affine_map_simple(const sn_affine *m)
{
    return sn_affine_map_of(m->axis, m->n, m->scale, m->shift);
}

sn_affine sn_affine_map_scale_only(const sn_affine *m)
{
    return sn_affine_map_of(m->axis, m->n, m->scale, NULL);
}

bool sn_affine_map_compose(sn_arena *arena, const sn_affine *first, const sn_affine *second,
                           sn_affine *out)
{
    const sn_affine a = sn_affine_map_simple(first), b = sn_affine_map_simple(second);
    if (a.axis >= 0 && b.axis >= 0 && (a.axis != b.axis || a.n != b.n)) return false;
    const sn_affine *longer = a.axis >= 0 ? &a : &b;
    double *scale = SN_NEW_N(arena, double, longer->n), *shift = SN_NEW_N(arena, double, longer->n);
    for (int64_t i = 0; i < longer->n; i++) {
        scale[i] = sn_affine_map_scale(&a, i) * sn_affine_map_scale(&b, i);
        shift[i] =
            sn_affine_map_shift(&a, i) * sn_affine_map_scale(&b, i) + sn_affine_map_shift(&b, i);
    }
    *out = sn_affine_map_of(longer->axis, longer->n, scale, shift);
    return true;
}

bool sn_affine_map_equal(const sn_affine *a, const sn_affine *b)
{
    const sn_affine x = sn_affine_map_simple(a), y = sn_affine_map_simple(b);
    if (x.axis != y.axis || x.n != y.n) return false;
    for (int64_t i = 0; i < x.n; i++) {
        if (sn_affine_map_scale(&x, i) != sn_affine_map_scale(&y, i) ||
            sn_affine_map_shift(&x, i) != sn_affine_map_shift(&y, i))
            return false;
    }
    return true;
}

sn_affine sn_affine_map_pick(sn_arena *arena, const sn_affine *m, int axis, int64_t n,
                             int64_t (*from)(const void *user, int64_t i), const void *user)
{
    double *scale = SN_NEW_N(arena, double, n), *shift = SN_NEW_N(arena, double, n);
    for (int64_t i = 0; i < n; i++) {
        int64_t k = from(user, i);
        scale[i] = sn_affine_map_scale(m, k);
        shift[i] = sn_affine_map_shift(m, k);
    }
    return sn_affine_map_of(axis, n, scale, shift);
}

/* ---- answers --------------------------------------------------------------------------------- */

sn_answer sn_affine_map_no_shift(const sn_affine *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        if (sn_affine_map_shift(m, i) != 0) return SN_ANSWER_NO("a shift does not move across it");
    }
    return SN_ANSWER_YES;
}

sn_answer sn_affine_map_not_negative(const sn_affine *m)
{
    for (int64_t i = 0; i < m->n; i++) {
        if (!(sn_affine_map_scale(m, i) >= 0))
            return SN_ANSWER_NO("a negative factor does not move across it");
    }
    return SN_ANSWER_YES;
}

sn_answer sn_affine_map_along(const sn_affine *m, int axis)
{
    if (m->axis == SN_AXIS_NONE || m->axis == axis) return SN_ANSWER_YES;
    return SN_ANSWER_NO("the factors do not run along its channels");
}

sn_answer sn_propagate_positive(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)node, (void)arena;
    sn_answer a = sn_affine_map_no_shift(&c->given[0]);
    if (a.is == SN_YES) a = sn_affine_map_not_negative(&c->given[0]);
    if (a.is == SN_YES) c->made[0] = c->given[0];
    return a;
}

sn_answer sn_propagate_same_axis(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    const sn_affine *m = &c->given[0];
    const sn_shape *x = &sn_in(node, 0)->shape, *y = &sn_out(node, 0)->shape;
    for (uint16_t i = 1; !c->up && i < node->n_in; i++) {
        if (!sn_affine_map_is_identity(&c->given[i]))
            return SN_ANSWER_NO("the map is not one of its elements");
    }
    if (m->axis != SN_AXIS_NONE) {
        if (x->rank < 0 || y->rank < 0) return SN_ANSWER_UNKNOWN("ranks are not known");
        if (x->rank != y->rank) return SN_ANSWER_NO("it changes the rank");
        if (m->axis >= x->rank)
            return SN_ANSWER_NO("the factors run along an axis that is not there");
        if (!sn_dim_equal(x->d[m->axis], y->d[m->axis]))
            return SN_ANSWER_NO("the size of the axis of the factors is not proved to stay");
    }
    c->made[0] = *m;
    return SN_ANSWER_YES;
}

sn_answer sn_propagate_copies(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    (void)arena;
    if (c->up && node->n_out != 1) return SN_ANSWER_NO("its outputs are one value");
    if (c->up) {
        c->made[0] = c->given[0];
        return SN_ANSWER_YES;
    }
    for (uint16_t i = 0; i < node->n_out; i++) c->made[i] = c->given[node->n_in == 1 ? 0 : i];
    return SN_ANSWER_YES;
}

/* ---- views ----------------------------------------------------------------------------------- */

static sn_dim outer_size(sn_dims *dims, const sn_shape *s, int axis)
{
    sn_dim outer = 1;
    for (int i = 0; i < axis; i++) outer = sn_dim_mul(dims, outer, s->d[i]);
    return outer;
}

typedef struct spread {
    int64_t inner, n;
} spread;

static int64_t from_flat(const void *user, int64_t i)
{
    const spread *s = user;
    return i / s->inner % s->n;
}

/* Factors of [n][inner..] as those of a vector. */
static bool flat_map(sn_arena *arena, const sn_affine *m, const sn_shape *from, const sn_shape *to,
                     sn_affine *out)
{
    spread s = {1, m->n};
    if (to->rank != 1 || !sn_shape_known(from) || !sn_shape_known(to)) return false;
    for (int i = m->axis + 1; i < from->rank; i++) s.inner *= from->d[i];
    *out = sn_affine_map_pick(arena, m, 0, to->d[0], from_flat, &s);
    return true;
}

sn_answer sn_propagate_view(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_affine *m = &c->given[0];
    const sn_shape *from = &(c->up ? sn_out(node, 0) : sn_in(node, 0))->shape;
    const sn_shape *to = &(c->up ? sn_in(node, 0) : sn_out(node, 0))->shape;
    sn_dims *dims = node->graph->dims;
    c->made[0] = *m;
    if (m->axis == SN_AXIS_NONE) return SN_ANSWER_YES;
    if (from->rank < 0 || to->rank < 0) return SN_ANSWER_UNKNOWN("ranks are not known");
    if (m->axis >= from->rank)
        return SN_ANSWER_NO("the factors run along an axis that is not there");
    const sn_dim outer = outer_size(dims, from, m->axis);
    for (int k = 0; k < to->rank; k++) {
        if (!sn_dim_equal(to->d[k], m->n) && !sn_dim_equal(to->d[k], from->d[m->axis])) continue;
        if (!sn_dim_equal(outer_size(dims, to, k), outer)) continue;
        c->made[0].axis = k;
        return SN_ANSWER_YES;
    }
    if (!c->up && flat_map(arena, m, from, to, &c->made[0])) return SN_ANSWER_YES;
    return SN_ANSWER_NO("no axis on its other side is proved to be that of the factors");
}

/* ---- facts of nodes -------------------------------------------------------------------------- */

/* Maps are of real numbers: integers wrap, and their quotients are cut off. */
static sn_answer has_maps(const sn_node *node)
{
    if (node->boundary) return SN_ANSWER_NO("it is kept as it is");
    for (uint16_t i = 0; i < node->n_out; i++) {
        const sn_type type = node->out[i]->type;
        if (type != SN_TYPE_UNKNOWN && !sn_type_is_float(type))
            return SN_ANSWER_NO("its elements are integers");
    }
    return SN_ANSWER_YES;
}

sn_answer sn_node_affine(const sn_node *node, sn_arena *arena, sn_affine *out)
{
    const sn_answer has = has_maps(node);
    if (has.is != SN_YES) return has;
    return node->op->affine ? node->op->affine(node, arena, out)
                            : SN_ANSWER_NO("it is no affine map");
}

sn_answer sn_node_fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out)
{
    const sn_answer has = has_maps(node);
    if (has.is != SN_YES) return has;
    return node->op->fold_out ? node->op->fold_out(node, arena, out)
                              : SN_ANSWER_NO("it has no weights for that");
}

sn_answer sn_node_fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                          sn_fold_in *out)
{
    const sn_answer has = has_maps(node);
    if (has.is != SN_YES) return has;
    if (!node->op->fold_in) return SN_ANSWER_NO("it has no weights for that");
    return node->op->fold_in(node, slot, map, arena, out);
}

sn_answer sn_node_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c)
{
    const sn_answer has = has_maps(node);
    if (has.is != SN_YES) return has;
    if (node->op->propagate) return node->op->propagate(node, arena, c);
    if (sn_op_has(node->op, SN_TRAIT_VIEW) && node->n_out == 1)
        return sn_propagate_view(node, arena, c);
    return SN_ANSWER_NO("maps do not move across it");
}

/* ---- products -------------------------------------------------------------------------------- */

static int ends_at(const sn_value *v, sn_arena *arena)
{
    enum { HERE, BEYOND, NOWHERE };
    const sn_node *def = v->def;
    sn_fold_out fold_out;
    if (sn_value_is_const(v)) return HERE;
    if (!def) return NOWHERE;
    if (sn_node_fold_out(def, arena, &fold_out).is == SN_YES) return HERE;
    return def->op->propagate || def->op->affine || sn_op_has(def->op, SN_TRAIT_VIEW) ? BEYOND
                                                                                      : NOWHERE;
}

int sn_affine_map_factor_slot(const sn_node *node, sn_arena *arena,
                              bool (*fits)(const sn_node *node, uint16_t slot,
                                           const sn_affine *map),
                              const sn_affine *map)
{
    int best = -1, best_end = 0;
    for (uint16_t i = 0; i < node->n_in; i++) {
        if (sn_in(node, i)->n_uses != 1 || (fits && !fits(node, i, map))) continue;
        const int end = ends_at(sn_in(node, i), arena);
        if (best >= 0 && end >= best_end) continue;
        best = i;
        best_end = end;
    }
    return best;
}

/* ---- weights --------------------------------------------------------------------------------- */

sn_answer sn_fixed_f32(const sn_value *v, bool is_bias)
{
    if (v->kind == SN_PARAM)
        return SN_ANSWER_NO(is_bias ? "its bias is trainable" : "its weights are trainable");
    if (!sn_value_is_const(v))
        return SN_ANSWER_NO(is_bias ? "its bias is computed at run time"
                                    : "its weights are computed at run time");
    if (v->type == SN_TYPE_i8)
        return SN_ANSWER_NO(is_bias ? "its bias is int8" : "its weights are int8");
    if (v->type != SN_TYPE_f32)
        return SN_ANSWER_NO(is_bias ? "its bias is not f32" : "its weights are not f32");
    if (!sn_const_of(v))
        return SN_ANSWER_NO(is_bias ? "the contents of its bias are not known"
                                    : "the contents of its weights are not known");
    return SN_ANSWER_YES;
}

sn_answer sn_fold_in_rows(const sn_node *node, uint16_t weight, int64_t groups,
                          const sn_affine *map, sn_fold_in *out)
{
    const sn_value *w = sn_in(node, weight), *bias = sn_in(node, (unsigned)weight + 1);
    if (!w) return SN_ANSWER_NO("it has no weights");
    sn_answer a = sn_fixed_f32(w, false);
    if (a.is == SN_YES && bias && map->shift) a = sn_fixed_f32(bias, true);
    if (a.is != SN_YES) return a;
    if (w->shape.rank < 2 || w->shape.d[1] < 1 || w->shape.d[0] % groups)
        return SN_ANSWER_NO("its weights have no input channels");
    *out = (sn_fold_in){.weight = weight,
                        .bias = (uint16_t)(weight + 1),
                        .rows = w->shape.d[0],
                        .columns = w->shape.d[1],
                        .taps = 1,
                        .tap_step = 1,
                        .groups = groups,
                        .bias_shape = SN_SHAPE(w->shape.d[0])};
    for (int i = 2; i < w->shape.rank; i++) out->taps *= w->shape.d[i];
    out->column_step = out->taps;
    out->row_step = out->columns * out->taps;
    if (map->axis != SN_AXIS_NONE && map->n != out->columns * groups) {
        return SN_ANSWER_NO("it has another number of input channels");
    }
    return SN_ANSWER_YES;
}

sn_answer sn_fold_in_factor(const sn_value *w, int inner, const sn_affine *map, sn_fold_in *out)
{
    sn_answer a = w ? sn_fixed_f32(w, false) : SN_ANSWER_NO("it has no other factor");
    if (a.is != SN_YES) return a;
    if (w->shape.rank != 2) return SN_ANSWER_NO("its constant factor is not a matrix");
    const int64_t n[2] = {w->shape.d[0], w->shape.d[1]}, step[2] = {n[1], 1};
    *out = (sn_fold_in){.rows = n[1 - inner],
                        .row_step = step[1 - inner],
                        .columns = n[inner],
                        .column_step = step[inner],
                        .taps = 1,
                        .groups = 1};
    if (map->axis == SN_AXIS_NONE || map->n == n[inner]) return SN_ANSWER_YES;
    return SN_ANSWER_NO("its constant factor has another size");
}
