/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of an operator whose operands get an axis of images in front, or lose it. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "ops/einsum.h"
#include "ops/ops.h"
#include "ops/reduce.h"
#include "ops/resize.h"
#include "ops/sizes.h"
#include "ops/slice.h"
#include "passes/batch_twin.h"

static sn_ints *ints_at(const sn_param *p, void *params)
{
    return (sn_ints *)(void *)((char *)params + p->offset);
}

/* Entries for each axis: those of the axis in front are `fill`. `parts` lists one behind the other.
 */
static bool per_axis(sn_twin *t, sn_ints *list, int parts, int rank, int32_t fill)
{
    if (list->n != parts * rank) return false;
    const int now = rank + t->by;
    int32_t *v = SN_NEW_N(t->arena, int32_t, parts * now + 1);
    for (int part = 0; part < parts; part++) {
        if (t->by < 0 && list->v[part * rank] != fill) return false;
        if (t->by > 0) v[part * now] = fill;
        for (int i = t->by < 0; i < rank; i++) v[part * now + i + t->by] = list->v[part * rank + i];
    }
    *list = sn_ints_of(t->arena, parts * now, v);
    return true;
}

static bool move_axes(sn_twin *t, sn_ints *list)
{
    int32_t *v = SN_NEW_N(t->arena, int32_t, list->n + 1);
    for (int i = 0; i < list->n; i++) {
        v[i] = list->v[i] + t->by;
        if (list->v[i] < 0 || v[i] < 0) return false;
    }
    *list = sn_ints_of(t->arena, list->n, v);
    return true;
}

/* The result's axis i is axis perm[i] of x. */
static bool move_perm(sn_twin *t, sn_ints *list)
{
    int32_t *v = SN_NEW_N(t->arena, int32_t, list->n + 2);
    if (t->by < 0 && (list->n < 1 || list->v[0] != 0)) return false;
    v[0] = 0;
    for (int i = t->by < 0; i < list->n; i++) v[i + t->by] = list->v[i] + t->by;
    *list = sn_ints_of(t->arena, list->n + t->by, v);
    return true;
}

static sn_ints all_axes(sn_twin *t, int rank)
{
    int32_t *v = SN_NEW_N(t->arena, int32_t, rank + 1);
    for (int i = 0; i < rank; i++) v[i] = i;
    return sn_ints_of(t->arena, rank, v);
}

static bool empty_is_none(const sn_node *n, const void *params)
{
    return n->op == &sn_op_reduce && ((const sn_reduce_params *)params)->noop_with_empty_axes;
}

/* Params of the twin: what they say of axes, by their names, which are the same in all operators.
 */
static bool move_params(sn_twin *t, const sn_node *n, void *params)
{
    const int rank = sn_in(n, 0)->shape.rank;
    for (const sn_param *p = n->op->params; p && p->name; p++) {
        int32_t *axis = (int32_t *)(void *)((char *)params + p->offset);
        bool good = true;
        if (strcmp(p->name, "axis") == 0 || strcmp(p->name, "batch_dims") == 0) {
            *axis += t->by;
            good = *axis >= 0;
        } else if (strcmp(p->name, "axes") == 0) {
            sn_ints *axes = ints_at(p, params);
            if (axes->n == 0 && empty_is_none(n, params)) continue;
            if (axes->n == 0) *axes = all_axes(t, rank);
            good = move_axes(t, axes);
        } else if (strcmp(p->name, "perm") == 0) {
            good = move_perm(t, ints_at(p, params));
        } else if (strcmp(p->name, "pads") == 0) {
            good = per_axis(t, ints_at(p, params), 2, rank, 0);
        } else if (strcmp(p->name, "repeats") == 0) {
            good = per_axis(t, ints_at(p, params), 1, rank, 1);
        }
        if (!good) return false;
    }
    return true;
}

/* Steps along other axes than that of the images, which say in numbers where they begin and end. */
static bool steps_elsewhere(const sn_slice_params *p)
{
    int64_t number;
    for (int i = 0; i < p->axes.n; i++)
        if (p->axes.v[i] == 0 || !sn_size_number(p->starts.v[i], &number) ||
            !sn_size_number(p->ends.v[i], &number))
            return false;
    return p->axes.n > 0;
}

/* The box as numbers: what its params say of inputs may say something else of the twin's. */
static bool slice_params(sn_twin *t, const sn_node *n, sn_slice_params *p)
{
    sn_slice_box box;
    if (!sn_slice_box_of(n, t->arena, &box)) return steps_elsewhere(p);
    const int rank = sn_in(n, 0)->shape.rank;
    const char *starts[SN_MAX_RANK], *ends[SN_MAX_RANK];
    for (int i = 0; i < rank; i++) {
        if (!sn_dim_known(box.offset.d[i]) || !sn_dim_known(box.size.d[i])) return false;
        starts[i] = sn_arena_printf(t->arena, "%" PRId64, box.offset.d[i]);
        ends[i] = sn_arena_printf(t->arena, "%" PRId64, box.offset.d[i] + box.size.d[i]);
    }
    const int first = t->by < 0;
    if (first && (box.offset.d[0] != 0 || box.size.d[0] != t->n)) return false;
    sn_ints axes = all_axes(t, rank);
    *p = (sn_slice_params){.starts = sn_names_of(t->arena, rank - first, starts + first),
                           .ends = sn_names_of(t->arena, rank - first, ends + first),
                           .axes = sn_ints_of(t->arena, rank - first, axes.v + first)};
    return true;
}

/* Sizes as numbers, for the same reason; of the axes that it names, none is that of the batch. */
static bool resize_params(sn_twin *t, const sn_node *n, sn_resize_params *p)
{
    const sn_shape *y = &sn_out(n, 0)->shape;
    const int rank = y->rank, first = t->by < 0 && p->axes.n == 0;
    if (p->roi.n) return false;
    if (p->axes.n == 0) p->axes = all_axes(t, rank);
    const int count = p->axes.n;
    if ((p->sizes.n && p->sizes.n != count) || (p->scales.n && p->scales.n != count)) return false;
    if (first && (y->d[0] != t->n || (p->scales.n && p->scales.v[0] != 1))) return false;
    const char **sizes = SN_NEW_N(t->arena, const char *, count + 1);
    for (int i = 0; i < count; i++) {
        if (p->axes.v[i] < 0 || p->axes.v[i] >= rank) return false;
        sizes[i] = sn_arena_printf(t->arena, "%" PRId64, y->d[p->axes.v[i]]);
    }
    p->axes = sn_ints_of(t->arena, count - first, p->axes.v + first);
    if (p->sizes.n) p->sizes = sn_names_of(t->arena, count - first, sizes + first);
    if (p->scales.n) p->scales = sn_floats_of(t->arena, count - first, p->scales.v + first);
    return true;
}

/* The letter of the images, which is the first of batched factors and of the result, and nowhere
 * else; 0: there is none. */
static char letter_of_images(const sn_twin *t, const sn_node *n, const sn_einsum_equation *q)
{
    char c = 'a';
    if (t->by > 0) {
        for (int k = 0; k < q->n_letters; k++) {
            if (q->name[k] != c) continue;
            c = c == 'z' ? 'A' : (char)(c + 1);
            k = -1;
        }
        return c <= 'Z' || c >= 'a' ? c : 0;
    }
    for (int f = 0; f < q->n_factors; f++)
        for (int i = 0; i < q->rank[f]; i++)
            if ((q->letter[f][i] == 0) != (i == 0 && t->batched[sn_in(n, (unsigned)f)->id]))
                return 0;
    return q->n_out > 0 ? q->name[0] : 0;
}

static bool einsum_params(sn_twin *t, const sn_node *n, sn_einsum_params *p)
{
    sn_einsum_equation q;
    sn_str text;
    if (sn_einsum_parse(p->equation, &q)) return false;
    const char images = letter_of_images(t, n, &q);
    const int first = t->by < 0;
    if (!images || q.n_out + t->by > SN_MAX_RANK) return false;
    sn_str_init(&text, t->arena);
    for (int f = 0; f < q.n_factors; f++) {
        const bool batched = t->batched[sn_in(n, (unsigned)f)->id];
        if (batched && q.rank[f] + t->by > SN_MAX_RANK) return false;
        if (f) sn_str_add(&text, ",");
        if (batched && t->by > 0) sn_str_addn(&text, &images, 1);
        for (int i = batched && first; i < q.rank[f]; i++)
            sn_str_addn(&text, &q.name[q.letter[f][i]], 1);
    }
    sn_str_add(&text, "->");
    if (t->by > 0) sn_str_addn(&text, &images, 1);
    for (int i = first; i < q.n_out; i++) sn_str_addn(&text, &q.name[i], 1);
    p->equation = text.s;
    return true;
}

bool sn_twin_params(sn_twin *t, const sn_node *n, void *params)
{
    bool good = true;
    if (n->op == &sn_op_slice) good = slice_params(t, n, params);
    if (n->op == &sn_op_resize) good = resize_params(t, n, params);
    if (n->op == &sn_op_einsum) good = einsum_params(t, n, params);
    return good && move_params(t, n, params);
}
