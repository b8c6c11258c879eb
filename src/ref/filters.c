/* SPDX-License-Identifier: Apache-2.0 */
#include "ref/filters.h"

#include <float.h>
#include <math.h>

#include "base/text.h"
#include "ir/op.h"
#include "ops/affine_maps.h"
#include "ref/halves.h"

enum {
    MOST_OF = 2, /* one row in so many: no two filters have so many digits in common by chance */
    MOST_BEHIND = 8, /* affine nodes */
};

/* of the largest that made up an element: folded weights are rounded a few times */
#define SAME_DIGITS      0x1p-18
#define SAME_HALF_DIGITS 0x1p-10
#define SMALLEST_STEP    ((double)FLT_TRUE_MIN)
#define SMALLEST_HALF    0x1p-24

/* ---- never read ------------------------------------------------------------------------------ */

static bool has_several(const sn_tensor *t) { return sn_tensor_count(t) > 1; }

static const char *name_of(const sn_node *n, sn_arena *arena)
{
    return sn_escape(arena, n->name ? n->name : n->op->name);
}

static bool unread(const sn_inner *inner, const sn_graph *a, const sn_graph *b, sn_arena *arena,
                   sn_inner_finding *out)
{
    sn_map *there = NULL;
    SN_EACH_NODE(n, b)
    {
        if (!sn_node_evaluates(n) || !sn_inner_read_nothing(inner, n)) continue;
        for (uint16_t i = 0; i < n->n_in; i++) {
            const sn_tensor *w = sn_weight_in(n, i);
            if (!w || !has_several(w)) continue;
            if (!there) there = sn_weight_hashes(a, has_several, arena);
            if (sn_map_has_u64(there, sn_weight_hash(w))) continue;
            out->name = n->out[0]->name;
            out->words = sn_arena_printf(arena,
                                         "inside, '%s' received only zeros, and has weights "
                                         "that the first network lacks",
                                         name_of(n, arena));
            return true;
        }
    }
    return false;
}

/* ---- the same but in some rows --------------------------------------------------------------- */

/* What becomes of row r of a result: times scale, plus shift; `parts`: how large what shift was
 * summed from. */
typedef struct rows {
    int64_t n;
    double *scale, *shift, *parts;
} rows;

/* By row of two weights. */
typedef struct marks {
    bool *off, *some; /* they differ; some element of either is not 0 */
    bool *other;      /* some element differs by more than its sign */
} marks;

typedef struct counts {
    int64_t n, n_off, n_some, n_kin; /* n_kin: of n_some, those that are the same but for signs */
} counts;

static marks marks_of(int64_t n, sn_arena *arena)
{
    return (marks){SN_NEW_N(arena, bool, n), SN_NEW_N(arena, bool, n), SN_NEW_N(arena, bool, n)};
}

/* The maps of the nodes behind the first, which is chain[n], in the order in which they are
 * computed. */
static bool compose(const sn_node *const *chain, int n, const sn_fold_out *fold_out,
                    sn_arena *arena, rows *out)
{
    *out = (rows){fold_out->n, SN_NEW_N(arena, double, fold_out->n),
                  SN_NEW_N(arena, double, fold_out->n), SN_NEW_N(arena, double, fold_out->n)};
    for (int64_t r = 0; r < out->n; r++) out->scale[r] = 1;
    for (int k = n - 1; k >= 0; k--) {
        sn_affine m;
        if (sn_node_affine(chain[k], arena, &m).is != SN_YES) return false;
        if (m.n != 1 && (m.axis != fold_out->axis || m.n != fold_out->n)) return false;
        for (int64_t r = 0; r < out->n; r++) {
            const double scale = m.scale ? m.scale[m.n == 1 ? 0 : r] : 1,
                         shift = m.shift ? m.shift[m.n == 1 ? 0 : r] : 0;
            out->scale[r] *= scale;
            out->shift[r] = out->shift[r] * scale + shift;
            out->parts[r] = out->parts[r] * fabs(scale) + fabs(shift);
        }
    }
    return true;
}

/* Marks the rows of y that are not those of x, mapped; x NULL: zeros. false: they have nothing to
 * do with each other. */
static bool compare_rows(const sn_tensor *x, const sn_tensor *y, const rows *by, bool shifted,
                         marks *m)
{
    const sn_tensor *of = x ? x : y;
    if (!of) return true;
    const int64_t n = sn_tensor_count(of), each = by->n ? n / by->n : 0;
    if ((x && y && !sn_shape_equal(&x->shape, &y->shape)) || each * by->n != n) return false;
    const bool halves = (x && x->coding == SN_CODED_F16) != (y && y->coding == SN_CODED_F16) ||
                        (y && y->coding == SN_CODED_F16);
    for (int64_t r = 0; r < by->n; r++) {
        double largest = 0, furthest = 0, but_for_sign = 0;
        for (int64_t i = r * each; i < (r + 1) * each; i++) {
            const double part = (x ? sn_tensor_at(x, i) : 0) * by->scale[r],
                         is = y ? sn_tensor_at(y, i) : 0;
            largest = fmax(largest, fabs(part) + (shifted ? by->parts[r] : 0));
            const double was = part + (shifted ? by->shift[r] : 0);
            furthest = fmax(furthest, fabs(was - is));
            but_for_sign = fmax(but_for_sign, fabs(fabs(was) - fabs(is)));
            m->some[r] = m->some[r] || is != 0 || was != 0;
        }
        const double rounding = !sn_type_is_float(of->type) ? 0
                                : halves ? SAME_HALF_DIGITS * largest + SMALLEST_HALF
                                         : SAME_DIGITS * largest + 2 * SMALLEST_STEP;
        m->off[r] = m->off[r] || !(furthest <= rounding);
        m->other[r] = m->other[r] || !(but_for_sign <= rounding);
    }
    return true;
}

static counts count(const marks *m, int64_t n)
{
    counts c = {.n = n};
    for (int64_t r = 0; r < n; r++) {
        c.n_off += m->off[r];
        c.n_some += m->some[r];
        c.n_kin += m->some[r] && !m->other[r];
    }
    return c;
}

/* chain[n] may have taken the maps of the nodes behind it into its weights, and y is what became of
 * it. */
static bool compare_folded(const sn_node *const *chain, int n, const sn_node *y, sn_arena *arena,
                           counts *out)
{
    const sn_node *x = chain[n];
    sn_fold_out fold_out;
    rows by;
    if (sn_node_fold_out(x, arena, &fold_out).is != SN_YES ||
        !compose(chain, n, &fold_out, arena, &by))
        return false;
    marks m = marks_of(by.n, arena);
    for (int k = 0; k < fold_out.n_scaled; k++) {
        const uint16_t slot = fold_out.scaled[k];
        if (slot >= x->n_in || slot >= y->n_in || !sn_const_of(sn_in(x, slot)) ||
            !sn_const_of(sn_in(y, slot)))
            return false;
        if (!compare_rows(sn_const_of(sn_in(x, slot)), sn_const_of(sn_in(y, slot)), &by, false, &m))
            return false;
    }
    const uint16_t s = fold_out.shifted;
    const sn_value *bias_x = s < x->n_in ? sn_in(x, s) : NULL,
                   *bias_y = s < y->n_in ? sn_in(y, s) : NULL;
    if ((bias_x && !sn_const_of(bias_x)) || (bias_y && !sn_const_of(bias_y))) return false;
    if (!compare_rows(bias_x ? sn_const_of(bias_x) : NULL, bias_y ? sn_const_of(bias_y) : NULL, &by,
                      true, &m))
        return false;
    *out = count(&m, by.n);
    return true;
}

/* Constants of one slot, as they are: a row is what the last axis has, an element where there is
 * only one. */
static bool compare_plain(const sn_tensor *x, const sn_tensor *y, sn_arena *arena, counts *out)
{
    if ((x->type != y->type && (!sn_type_is_float(x->type) || !sn_type_is_float(y->type))) ||
        !sn_shape_equal(&x->shape, &y->shape))
        return false;
    const int64_t n = sn_tensor_count(x),
                  last = x->shape.rank > 1 ? x->shape.d[x->shape.rank - 1] : 1;
    if (n < 2 || !last) return false;
    const int64_t each = last < n ? last : 1;
    rows by = {n / each, SN_NEW_N(arena, double, n / each), SN_NEW_N(arena, double, n / each),
               SN_NEW_N(arena, double, n / each)};
    marks m = marks_of(by.n, arena);
    for (int64_t r = 0; r < by.n; r++) by.scale[r] = 1;
    compare_rows(x, y, &by, false, &m);
    *out = count(&m, by.n);
    return true;
}

static bool speaks_against(const counts *c)
{
    return c->n_off && c->n_kin && MOST_OF * c->n_kin >= c->n_some;
}

/* Integers and bools say where elements are, or how many: those of a table, or that are computed
 * with, are contents. */
static bool has_contents(const sn_node *n, uint16_t slot)
{
    return sn_type_is_float(sn_const_of(sn_in(n, slot))->type) || n->op->expr ||
           (slot == 0 && !sn_op_has(n->op, SN_TRAIT_COPIES_BITS));
}

/* Of x and y, whose results are the same. *same: all their weights are. */
static bool differ_in_some(const sn_node *x, const sn_node *y, sn_arena *arena, counts *worst,
                           bool *same)
{
    bool any = false;
    *same = x->n_in == y->n_in;
    for (uint16_t i = 0; i < x->n_in && i < y->n_in; i++) {
        const sn_tensor *w = sn_const_of(sn_in(x, i)), *v = sn_const_of(sn_in(y, i));
        counts c;
        if (w == v) continue;
        const bool comparable = w && v && has_contents(x, i) && compare_plain(w, v, arena, &c);
        *same = *same && comparable && !c.n_off;
        if (!comparable) continue;
        if (speaks_against(&c) && !any) *worst = c, any = true;
    }
    return any;
}

/* The nodes that end in v, as long as they are affine: chain[0] makes it. */
static int behind(const sn_value *v, const sn_node **chain, sn_arena *arena)
{
    int n = 0;
    for (const sn_node *node = v->def; node && n < MOST_BEHIND; node = v->def) {
        sn_affine m;
        chain[n++] = node;
        if (sn_node_affine(node, arena, &m).is != SN_YES) break;
        v = sn_in(node, m.slot);
    }
    return n;
}

/* What goes into them is the same: else rewrites may have moved part of x's weights elsewhere. */
static bool read_the_same(const sn_inner *inner, const sn_node *x, const sn_node *y)
{
    for (uint16_t i = 0; i < x->n_in && i < y->n_in; i++) {
        const sn_value *v = sn_in(x, i), *w = sn_in(y, i);
        const bool computed = v && v->kind == SN_RESULT && !sn_value_is_const(v);
        if (computed != (w && w->kind == SN_RESULT && !sn_value_is_const(w))) return false;
        if (computed && !sn_inner_agree(inner, v, w)) return false;
    }
    return true;
}

static bool speaks_of(const sn_inner *inner, const sn_node *y, sn_arena *arena, const sn_node **x,
                      counts *worst)
{
    const sn_value *v;
    bool any = false;
    for (size_t i = 0; (v = sn_inner_partner(inner, SN_INNER_B, y->out[0], i)) != NULL; i++) {
        const sn_node *chain[MOST_BEHIND];
        const int n = behind(v, chain, arena);
        for (int k = 0; k < n; k++) {
            counts c = {0};
            bool same = false, some = false;
            if (chain[k]->op != y->op || !read_the_same(inner, chain[k], y)) continue;
            if (k == 0)
                some = differ_in_some(chain[0], y, arena, &c, &same);
            else if (compare_folded(chain, k, y, arena, &c))
                some = speaks_against(&c), same = !c.n_off;
            if (same) return false;
            if (some && !any) *worst = c, *x = chain[k], any = true;
        }
    }
    return any;
}

static bool has_weights(const sn_node *n)
{
    for (uint16_t i = 0; i < n->n_in; i++) {
        const sn_tensor *t = sn_const_of(sn_in(n, i));
        if (t && sn_tensor_count(t) > 1) return true;
    }
    return false;
}

bool sn_filters_found(const sn_inner *inner, const sn_graph *a, const sn_graph *b, sn_arena *arena,
                      sn_inner_finding *out)
{
    if (unread(inner, a, b, arena, out)) return true;
    SN_EACH_NODE(y, b)
    {
        const sn_node *x = NULL;
        counts c;
        sn_arena *scratch = has_weights(y) && y->n_out == 1 ? sn_arena_create(b->ctx) : NULL;
        const bool found = scratch && speaks_of(inner, y, scratch, &x, &c);
        sn_arena_destroy(scratch);
        if (!found) continue;
        out->name = y->out[0]->name;
        out->words = sn_arena_printf(
            arena,
            "%lld of %lld filters of '%s' differ from those of '%s' of the "
            "first network, and no output reveals it",
            (long long)c.n_off, (long long)c.n, name_of(y, arena), name_of(x, arena));
        return true;
    }
    return false;
}
