/* SPDX-License-Identifier: Apache-2.0
 *
 * ai.onnx.ml: what there is of numbers. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/parts.h"

/* Parts of the last axis. */
sn_answer sn_onnx_import_array_feature_extractor(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    const int rank = sn_onnx_rank(c, 0);
    if (rank < 1) return SN_ONNX_NEVER("its input has no axis");
    void *p = sn_onnx_params(c, &sn_op_gather);
    (void)sn_onnx_set_int(&sn_op_gather, p, "axis", rank - 1);
    sn_value *at = sn_onnx_flat(c, sn_onnx_in(c, 1));
    sn_value *y = SN_ONNX_MAKE(c, &sn_op_gather, p, sn_onnx_in(c, 0), at);
    sn_onnx_give(c, 0, rank == 1 ? sn_onnx_unsqueeze(c, y, (int[]){0}, 1) : y);
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_binarizer(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type t = sn_onnx_type(c, 0);
    sn_value *limit = sn_onnx_number(c, t, sn_onnx_float(c, "threshold", 0));
    sn_onnx_give(c, 0, sn_onnx_cast(c, SN_ONNX_DO(c, greater, sn_onnx_in(c, 0), limit), t));
    return SN_ONNX_YES;
}

/* ---- trees ----------------------------------------------------------------------------------- */

enum { LEQ, LT, GTE, GT, EQ, NEQ, MEMBER, N_MODES };
enum { AVERAGE, SUM, MIN, MAX };

/* Nodes come first, then leaves: n_nodes + n_leaves places, a place of a leaf leading to itself.
 * In step a row of x is at one place of each tree. */
typedef struct forest {
    sn_onnx_call *c;
    sn_type type;
    int64_t n_nodes, n_leaves, n_targets, n_features;
    const sn_onnx_attr *roots, *feature, *yes, *no, *yes_leaf, *no_leaf, *target, *missing;
    const sn_tensor *modes, *splits, *weights, *members;
    int64_t *next[2]; /* of each place: where it is false, and true */
    int64_t set_size; /* members of the largest set */
    int depth;
    bool has_mode[N_MODES], tracks;
} forest;

static const sn_tensor *tensor_of(forest *f, const char *name)
{
    const sn_onnx_attr *a = sn_onnx_take(f->c, name);
    sn_value *v = a && a->type == SN_ONNX_TENSOR ? sn_onnx_tensor_attr(f->c, a) : NULL;
    return v ? v->data : NULL;
}

static bool has(const sn_onnx_attr *a, int64_t n) { return a && (int64_t)a->ints.n == n; }
static bool counts(const sn_tensor *t, int64_t n) { return t && sn_tensor_count(t) == n; }

static sn_answer read_lists(forest *f)
{
    sn_onnx_call *c = f->c;
    f->roots = sn_onnx_take(c, "tree_roots");
    f->feature = sn_onnx_take(c, "nodes_featureids");
    f->yes = sn_onnx_take(c, "nodes_truenodeids");
    f->no = sn_onnx_take(c, "nodes_falsenodeids");
    f->yes_leaf = sn_onnx_take(c, "nodes_trueleafs");
    f->no_leaf = sn_onnx_take(c, "nodes_falseleafs");
    f->target = sn_onnx_take(c, "leaf_targetids");
    f->missing = sn_onnx_take(c, "nodes_missing_value_tracks_true");
    f->modes = tensor_of(f, "nodes_modes");
    f->splits = tensor_of(f, "nodes_splits");
    f->weights = tensor_of(f, "leaf_weights");
    f->members = tensor_of(f, "membership_values");
    sn_onnx_ignore(c, "nodes_hitrates");
    f->n_targets = sn_onnx_int(c, "n_targets", 1);
    f->n_nodes = f->feature ? (int64_t)f->feature->ints.n : 0;
    f->n_leaves = f->target ? (int64_t)f->target->ints.n : 0;
    const int64_t n = f->n_nodes;
    const bool fits = n > 0 && has(f->yes, n) && has(f->no, n) && has(f->yes_leaf, n) &&
                      has(f->no_leaf, n) && counts(f->modes, n) && counts(f->splits, n) &&
                      counts(f->weights, f->n_leaves) && f->roots && f->roots->ints.n > 0 &&
                      (!f->missing || has(f->missing, n));
    return fits && f->n_targets > 0 && n + f->n_leaves < 1 << 24 && f->n_targets < 1 << 16
               ? SN_ONNX_YES
               : SN_ONNX_NEVER("its lists do not fit each other");
}

/* Where each place leads, with everything in range. */
static sn_answer link_places(forest *f)
{
    const int64_t all = f->n_nodes + f->n_leaves;
    const sn_onnx_attr *to[2] = {f->no, f->yes}, *leaf[2] = {f->no_leaf, f->yes_leaf};
    for (int way = 0; way < 2; way++) {
        f->next[way] = SN_NEW_N(f->c->r->in.arena, int64_t, all);
        for (int64_t i = 0; i < all; i++) {
            const bool is_node = i < f->n_nodes, to_leaf = is_node && leaf[way]->ints.v[i];
            const int64_t at = is_node ? to[way]->ints.v[i] : i;
            const int64_t limit = !is_node ? all : to_leaf ? f->n_leaves : f->n_nodes;
            if (at < 0 || at >= limit) return SN_ONNX_NEVER("a branch leads nowhere");
            f->next[way][i] = to_leaf ? f->n_nodes + at : at;
        }
    }
    for (int64_t i = 0; i < f->n_nodes; i++) {
        const double mode = sn_tensor_at(f->modes, i);
        const int64_t feature = f->feature->ints.v[i];
        if (!(mode >= 0 && mode < N_MODES)) return SN_ONNX_NEVER("a mode of a node is unknown");
        if (feature < 0 || feature >= f->n_features)
            return SN_ONNX_NEVER("a node looks at a feature that its input does not have");
        f->has_mode[(int)mode] = true;
        f->tracks = f->tracks || (f->missing && f->missing->ints.v[i]);
    }
    for (int64_t i = 0; i < f->n_leaves; i++)
        if (f->target->ints.v[i] < 0 || f->target->ints.v[i] >= f->n_targets)
            return SN_ONNX_NEVER("a leaf has no target");
    return SN_ONNX_YES;
}

/* Steps from the roots until all are at leaves: places that are reached after each. */
static sn_answer measure(forest *f)
{
    const int64_t all = f->n_nodes + f->n_leaves;
    bool *here = SN_NEW_N(f->c->r->in.arena, bool, all),
         *there = SN_NEW_N(f->c->r->in.arena, bool, all);
    for (size_t i = 0; i < f->roots->ints.n; i++) {
        const int64_t root = f->roots->ints.v[i];
        if (root < 0 || root >= f->n_nodes) return SN_ONNX_NEVER("a root is no node");
        here[root] = true;
    }
    for (f->depth = 0; f->depth <= 64; f->depth++) {
        bool open = false;
        memset(there, 0, (size_t)all * sizeof *there);
        for (int64_t i = 0; i < f->n_nodes; i++) {
            if (!here[i]) continue;
            open = true;
            there[f->next[0][i]] = there[f->next[1][i]] = true;
        }
        if (!open) return SN_ONNX_YES;
        bool *was = here;
        here = there;
        there = was;
    }
    return SN_ONNX_NEVER("a tree has more than 64 steps, or leads back");
}

/* Sets of members, one behind the other with NaN behind each, in the order of their nodes. */
static sn_answer read_sets(forest *f, double **out)
{
    const int64_t n = f->members ? sn_tensor_count(f->members) : 0;
    const int64_t all = f->n_nodes + f->n_leaves;
    int64_t size = 0, at = 0;
    *out = NULL;
    if (!f->has_mode[MEMBER]) return SN_ONNX_YES;
    for (int64_t i = 0; i < n; i++) {
        size = isnan(sn_tensor_at(f->members, i)) ? 0 : size + 1;
        if (size > f->set_size) f->set_size = size;
    }
    if (f->set_size < 1) return SN_ONNX_NEVER("its sets have no members");
    if (f->set_size > (1 << 24) / all) return SN_ONNX_NEVER("its sets are too large");
    double *v = *out = SN_NEW_N(f->c->r->in.arena, double, all * f->set_size);
    for (int64_t i = 0; i < all * f->set_size; i++) v[i] = NAN;
    for (int64_t i = 0; i < f->n_nodes; i++) {
        if (sn_tensor_at(f->modes, i) != MEMBER) continue;
        for (int64_t k = 0; at < n && !isnan(sn_tensor_at(f->members, at)); k++)
            v[i * f->set_size + k] = sn_tensor_at(f->members, at++);
        if (at++ >= n) return SN_ONNX_NEVER("a node of a set has none");
    }
    return SN_ONNX_YES;
}

static sn_value *table(forest *f, sn_type type, const double *v, int64_t rows, int64_t columns)
{
    const sn_tensor *t;
    sn_resolve *r = f->c->r;
    if (r->status == SN_OK) r->status = sn_tensor_vector(r->in.ctx, type, v, rows * columns, &t);
    if (r->status != SN_OK) return NULL;
    sn_value *is = sn_onnx_tensor_value(f->c, t);
    return columns == 1 ? is : sn_onnx_reshape(f->c, is, (int64_t[]){rows, columns}, 2);
}

/* What a list says of each place: of a leaf 0. */
static sn_value *of_places(forest *f, sn_type type, const sn_onnx_attr *list, const sn_tensor *t)
{
    const int64_t all = f->n_nodes + f->n_leaves;
    double *v = SN_NEW_N(f->c->r->in.arena, double, all);
    for (int64_t i = 0; i < f->n_nodes; i++)
        v[i] = t ? sn_tensor_at(t, i) : (double)list->ints.v[i];
    return table(f, type, v, all, 1);
}

static sn_value *at_places(forest *f, sn_value *list, sn_value *places)
{
    return SN_ONNX_DO(f->c, gather, list, places);
}

typedef struct places {
    sn_value *feature, *split, *mode, *missing, *next[2], *sets;
} places;

/* Whether the feature v of the node at each place passes its test. */
static sn_value *passes(forest *f, const places *p, sn_value *at, sn_value *v)
{
    static const sn_op *const ops[] = {&sn_op_less_or_equal, &sn_op_less,  &sn_op_greater_or_equal,
                                       &sn_op_greater,       &sn_op_equal, &sn_op_equal};
    sn_onnx_call *c = f->c;
    sn_value *split = at_places(f, p->split, at), *is = NULL;
    for (int m = 0; m < N_MODES; m++) {
        if (!f->has_mode[m]) continue;
        sn_value *here;
        if (m == MEMBER) {
            here = SN_ONNX_DO(c, equal, sn_onnx_unsqueeze(c, v, (int[]){2}, 1),
                              at_places(f, p->sets, at));
            here =
                sn_onnx_reduce(c, sn_onnx_cast(c, here, SN_TYPE_f32), "max", (int[]){2}, 1, false);
            here = sn_onnx_cast(c, here, SN_TYPE_bool);
        } else {
            here = SN_ONNX_MAKE(c, ops[m], NULL, v, split);
            if (m == NEQ) here = SN_ONNX_DO(c, not, here);
        }
        if (is) {
            sn_value *mode = sn_onnx_number(c, SN_TYPE_i32, m);
            mode = SN_ONNX_DO(c, equal, at_places(f, p->mode, at), mode);
            here = SN_ONNX_DO(c, where, mode, here, is);
        }
        is = here;
    }
    if (!f->tracks) return is;
    sn_value *misses = SN_ONNX_DO(c, is_nan, v);
    return SN_ONNX_DO(c, or, is, SN_ONNX_DO(c, and, misses, at_places(f, p->missing, at)));
}

/* [batch][trees][targets] of the leaves that are reached, as one row of targets. */
static sn_value *gathered(forest *f, sn_value *at, int64_t how)
{
    sn_onnx_call *c = f->c;
    const int64_t all = f->n_nodes + f->n_leaves;
    const double most = f->type == SN_TYPE_f64 ? DBL_MAX : (double)FLT_MAX;
    const double none = how == MIN ? most : how == MAX ? -most : 0;
    static const char *const names[] = {"mean", "sum", "min", "max"};
    double *v = SN_NEW_N(c->r->in.arena, double, all * f->n_targets);
    for (int64_t i = 0; i < all * f->n_targets; i++) v[i] = none;
    for (int64_t i = 0; i < f->n_leaves; i++)
        v[(f->n_nodes + i) * f->n_targets + f->target->ints.v[i]] = sn_tensor_at(f->weights, i);
    sn_value *rows = table(f, f->type, v, all, f->n_targets);
    if (f->n_targets == 1) rows = sn_onnx_reshape(c, rows, (int64_t[]){all, 1}, 2);
    return sn_onnx_reduce(c, at_places(f, rows, at), names[how], (int[]){1}, 1, false);
}

static sn_value *walk(forest *f, double *sets)
{
    sn_onnx_call *c = f->c;
    const int64_t all = f->n_nodes + f->n_leaves;
    sn_value *x = sn_onnx_in(c, 0), *at = sn_onnx_i64s(c, f->roots->ints.v, (int)f->roots->ints.n);
    places p = {
        .feature = of_places(f, SN_TYPE_i64, f->feature, NULL),
        .split = of_places(f, f->type, NULL, f->splits),
        .mode = of_places(f, SN_TYPE_i32, NULL, f->modes),
        .next = {sn_onnx_i64s(c, f->next[0], (int)all), sn_onnx_i64s(c, f->next[1], (int)all)}};
    if (f->tracks) p.missing = of_places(f, SN_TYPE_bool, f->missing, NULL);
    if (sets) p.sets = table(f, f->type, sets, all, f->set_size);
    if (sets && f->set_size == 1) p.sets = sn_onnx_reshape(c, p.sets, (int64_t[]){all, 1}, 2);
    sn_value *shape[2] = {sn_onnx_size_vector(c, x, 0),
                          sn_onnx_i64s(c, (int64_t[]){(int64_t)f->roots->ints.n}, 1)};
    at = SN_ONNX_DO(c, dynamic_expand, at, sn_onnx_concat(c, 0, shape, 2));
    void *along = sn_onnx_params(c, &sn_op_gather_elements);
    (void)sn_onnx_set_int(&sn_op_gather_elements, along, "axis", 1);
    for (int i = 0; i < f->depth; i++) {
        sn_value *v =
            SN_ONNX_MAKE(c, &sn_op_gather_elements, along, x, at_places(f, p.feature, at));
        sn_value *is = passes(f, &p, at, v);
        at = SN_ONNX_DO(c, where, is, at_places(f, p.next[1], at), at_places(f, p.next[0], at));
    }
    return at;
}

/* Step by step, all trees and rows at once. */
sn_answer sn_onnx_import_tree_ensemble(sn_onnx_call *c)
{
    enum { NONE, SOFTMAX, LOGISTIC };
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    forest f = {.c = c, .type = sn_onnx_type(c, 0)};
    double *sets;
    const int64_t how = sn_onnx_int(c, "aggregate_function", SUM),
                  after = sn_onnx_int(c, "post_transform", NONE);
    if (sn_onnx_rank(c, 0) != 2) return SN_ONNX_NEVER("its input has not two axes");
    f.n_features = sn_onnx_shape(c, 0)->d[1];
    if (!sn_dim_known(f.n_features))
        return SN_ONNX_LATER("how many features there are is not known");
    if (how < AVERAGE || how > MAX || after < NONE || after > LOGISTIC)
        return SN_ONNX_NEVER("its aggregate function or its transform is none that sinter has");
    sn_answer is = read_lists(&f);
    if (is.is == SN_YES) is = link_places(&f);
    if (is.is == SN_YES) is = measure(&f);
    if (is.is == SN_YES) is = read_sets(&f, &sets);
    if (is.is != SN_YES) return is;
    sn_value *y = gathered(&f, walk(&f, sets), how);
    if (after == LOGISTIC) y = SN_ONNX_DO(c, sigmoid, y);
    if (after == SOFTMAX) {
        void *p = sn_onnx_params(c, &sn_op_softmax);
        (void)sn_onnx_set_int(&sn_op_softmax, p, "axis", 1);
        y = SN_ONNX_MAKE(c, &sn_op_softmax, p, y);
    }
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}
