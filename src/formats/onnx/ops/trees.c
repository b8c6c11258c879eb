/* SPDX-License-Identifier: Apache-2.0
 *
 * ai.onnx.ml: ensembles of trees, in the form of version 5 (TreeEnsemble) and the two before. All
 * rows and all trees take a step at once, each from the place where it is to the next. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/scores.h"

enum { LEQ, LT, GTE, GT, EQ, NEQ, MEMBER, LEAF };
enum { AVERAGE, SUM, MIN, MAX };
enum { MOST_PLACES = 1 << 24, MOST_STEPS = 64 };

/* Places are nodes and leaves; a leaf leads to itself. */
typedef struct forest {
    sn_onnx_call *c;
    sn_type type; /* of comparisons */
    int64_t n, n_targets, n_features, n_roots;
    int64_t *root, *feature, *mode, *missing, *next[2]; /* missing: NaN passes; next: false, true */
    double *split;
    double *weight; /* [n][n_targets]; NaN: nothing for that target */
    const sn_tensor *members;
    double *sets; /* [n][set_size], NaN behind each; NULL: there are none */
    int64_t set_size;
    int depth;
    bool has_mode[LEAF], tracks;
} forest;

static const sn_answer yes = {SN_YES, NULL};

static bool make_places(forest *f, int64_t n)
{
    sn_arena *a = f->c->r->in.arena;
    if (n < 1 || f->n_targets < 1 || n > MOST_PLACES || f->n_targets > MOST_PLACES / n)
        return false;
    f->n = n;
    int64_t **lists[] = {&f->root, &f->feature, &f->mode, &f->missing, &f->next[0], &f->next[1]};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) *lists[i] = SN_NEW_N(a, int64_t, n);
    f->split = SN_NEW_N(a, double, n);
    f->weight = SN_NEW_N(a, double, n * f->n_targets);
    for (int64_t i = 0; i < n * f->n_targets; i++) f->weight[i] = NAN;
    return true;
}

static void add_weight(forest *f, int64_t place, int64_t target, double v)
{
    double *at = &f->weight[place * f->n_targets + target];
    *at = isnan(*at) ? v : *at + v;
}

static const sn_tensor *tensor_of(forest *f, const char *name)
{
    const sn_onnx_attr *a = sn_onnx_take(f->c, name);
    sn_value *v = a && a->type == SN_ONNX_TENSOR ? sn_onnx_tensor_attr(f->c, a) : NULL;
    return v ? v->data : NULL;
}

static bool has(const sn_onnx_attr *a, int64_t n) { return a && (int64_t)a->ints.n == n; }
static bool counts(const sn_tensor *t, int64_t n) { return t && sn_tensor_count(t) == n; }

/* ---- version 5 ------------------------------------------------------------------------------- */

/* Nodes, then leaves. */
static sn_answer read_new(forest *f)
{
    static const char no_fit[] = "its lists do not fit each other";
    sn_onnx_call *c = f->c;
    const sn_onnx_attr *roots = sn_onnx_take(c, "tree_roots"),
                       *feature = sn_onnx_take(c, "nodes_featureids"),
                       *to[2] = {sn_onnx_take(c, "nodes_falsenodeids"),
                                 sn_onnx_take(c, "nodes_truenodeids")},
                       *leaf[2] = {sn_onnx_take(c, "nodes_falseleafs"),
                                   sn_onnx_take(c, "nodes_trueleafs")},
                       *target = sn_onnx_take(c, "leaf_targetids"),
                       *missing = sn_onnx_take(c, "nodes_missing_value_tracks_true");
    const sn_tensor *modes = tensor_of(f, "nodes_modes"), *splits = tensor_of(f, "nodes_splits"),
                    *weights = tensor_of(f, "leaf_weights");
    const int64_t n = feature ? (int64_t)feature->ints.n : 0,
                  n_leaves = target ? (int64_t)target->ints.n : 0;
    f->members = tensor_of(f, "membership_values");
    sn_onnx_ignore(c, "nodes_hitrates");
    f->n_targets = sn_onnx_int(c, "n_targets", 1);
    if (!counts(modes, n) || !counts(splits, n) || !counts(weights, n_leaves) ||
        (missing && !has(missing, n)) || !roots || (int64_t)roots->ints.n > n + n_leaves ||
        !make_places(f, n + n_leaves))
        return SN_ONNX_NEVER(no_fit);
    for (int way = 0; way < 2; way++) {
        if (!has(to[way], n) || !has(leaf[way], n)) return SN_ONNX_NEVER(no_fit);
        for (int64_t i = 0; i < f->n; i++) {
            const bool to_leaf = i < n && leaf[way]->ints.v[i];
            const int64_t at = i < n ? to[way]->ints.v[i] : i;
            if (at < 0 || (i < n && at >= (to_leaf ? n_leaves : n)))
                return SN_ONNX_NEVER("a branch leads nowhere");
            f->next[way][i] = to_leaf ? n + at : at;
        }
    }
    for (int64_t i = 0; i < n; i++) {
        const double mode = sn_tensor_at(modes, i);
        if (!(mode >= 0 && mode < LEAF)) return SN_ONNX_NEVER("a mode of a node is unknown");
        f->mode[i] = (int64_t)mode;
        f->feature[i] = feature->ints.v[i];
        f->split[i] = sn_tensor_at(splits, i);
        f->missing[i] = missing && missing->ints.v[i];
    }
    for (int64_t i = 0; i < n_leaves; i++) {
        f->mode[n + i] = LEAF;
        if (target->ints.v[i] < 0 || target->ints.v[i] >= f->n_targets)
            return SN_ONNX_NEVER("a leaf has no target");
        add_weight(f, n + i, target->ints.v[i], sn_tensor_at(weights, i));
    }
    f->n_roots = (int64_t)roots->ints.n;
    for (int64_t i = 0; i < f->n_roots; i++) {
        f->root[i] = roots->ints.v[i];
        if (f->root[i] < 0 || f->root[i] >= n) return SN_ONNX_NEVER("a root is no node");
    }
    return yes;
}

/* ---- the versions before --------------------------------------------------------------------- */

/* Floats, or the doubles of a tensor. */
static bool read_reals(forest *f, const char *name, sn_onnx_call *c, double **out, int64_t *n)
{
    const sn_onnx_attr *a = sn_onnx_take(c, name);
    const sn_tensor *t = tensor_of(f, sn_arena_printf(c->r->in.arena, "%s_as_tensor", name));
    *n = a ? (int64_t)a->floats.n : t ? sn_tensor_count(t) : 0;
    *out = SN_NEW_N(c->r->in.arena, double, *n);
    for (int64_t i = 0; i < *n; i++) (*out)[i] = a ? (double)a->floats.v[i] : sn_tensor_at(t, i);
    return a || t;
}

typedef struct numbering {
    const sn_onnx_attr *tree, *node;
} numbering;

/* The place of a node of a tree, which is mostly as far behind `near` as its number says. -1: there
 * is none. */
static int64_t place_of(const numbering *q, int64_t near, int64_t tree, int64_t node)
{
    const int64_t n = (int64_t)q->tree->ints.n, guess = near + node;
    if (node >= 0 && guess >= 0 && guess < n && q->tree->ints.v[guess] == tree &&
        q->node->ints.v[guess] == node)
        return guess;
    for (int64_t i = 0; i < n; i++)
        if (q->tree->ints.v[i] == tree && q->node->ints.v[i] == node) return i;
    return -1;
}

static sn_answer read_links(forest *f, const numbering *q)
{
    sn_onnx_call *c = f->c;
    const sn_onnx_attr *to[2] = {sn_onnx_take(c, "nodes_falsenodeids"),
                                 sn_onnx_take(c, "nodes_truenodeids")};
    bool *is_child = SN_NEW_N(c->r->in.arena, bool, f->n);
    for (int64_t i = 0, first = 0; i < f->n; i++) {
        if (q->tree->ints.v[i] != q->tree->ints.v[first]) first = i;
        for (int way = 0; way < 2; way++) {
            if (!has(to[way], f->n)) return SN_ONNX_NEVER("its lists do not fit each other");
            const int64_t at =
                f->mode[i] == LEAF ? i : place_of(q, first, q->tree->ints.v[i], to[way]->ints.v[i]);
            if (at < 0) return SN_ONNX_NEVER("a branch leads nowhere");
            f->next[way][i] = at;
            if (at != i) is_child[at] = true;
        }
    }
    for (int64_t i = 0; i < f->n; i++)
        if (!is_child[i]) f->root[f->n_roots++] = i;
    return f->n_roots ? yes : SN_ONNX_NEVER("it has no root");
}

/* Weights of leaves; `what` begins their names, target or class. */
static sn_answer read_weights(forest *f, const numbering *q, const char *what)
{
    sn_onnx_call *c = f->c;
    sn_arena *a = c->r->in.arena;
    const sn_onnx_attr *tree = sn_onnx_take(c, sn_arena_printf(a, "%s_treeids", what)),
                       *node = sn_onnx_take(c, sn_arena_printf(a, "%s_nodeids", what)),
                       *id = sn_onnx_take(c, sn_arena_printf(a, "%s_ids", what));
    double *weight;
    int64_t n;
    if (!read_reals(f, sn_arena_printf(a, "%s_weights", what), c, &weight, &n) || !has(tree, n) ||
        !has(node, n) || !has(id, n))
        return SN_ONNX_NEVER("its lists do not fit each other");
    int64_t first = 0;
    for (int64_t i = 0; i < n; i++) {
        if (first >= f->n || q->tree->ints.v[first] != tree->ints.v[i])
            first = place_of(q, 0, tree->ints.v[i], 0);
        const int64_t at = place_of(q, first < 0 ? 0 : first, tree->ints.v[i], node->ints.v[i]);
        if (first < 0) first = f->n;
        if (at < 0 || f->mode[at] != LEAF || id->ints.v[i] < 0 || id->ints.v[i] >= f->n_targets)
            return SN_ONNX_NEVER("a leaf has no target");
        add_weight(f, at, id->ints.v[i], weight[i]);
    }
    return yes;
}

static sn_answer read_old(forest *f, const char *what)
{
    static const char *const names[] = {"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE", "BRANCH_GT",
                                        "BRANCH_EQ",  "BRANCH_NEQ", "",           "LEAF"};
    sn_onnx_call *c = f->c;
    const numbering q = {sn_onnx_take(c, "nodes_treeids"), sn_onnx_take(c, "nodes_nodeids")};
    const sn_onnx_attr *feature = sn_onnx_take(c, "nodes_featureids"),
                       *modes = sn_onnx_take(c, "nodes_modes"),
                       *missing = sn_onnx_take(c, "nodes_missing_value_tracks_true");
    double *split;
    int64_t n;
    sn_onnx_ignore(c, "nodes_hitrates");
    sn_onnx_ignore(c, "nodes_hitrates_as_tensor");
    if (!read_reals(f, "nodes_values", c, &split, &n) || !has(q.tree, n) || !has(q.node, n) ||
        !has(feature, n) || !modes || (int64_t)modes->list.n != n ||
        (missing && missing->ints.n && !has(missing, n)) || !make_places(f, n))
        return SN_ONNX_NEVER("its lists do not fit each other");
    for (int64_t i = 0; i < n; i++) {
        int64_t mode = 0;
        while (mode <= LEAF && !sn_text_is(modes->list.v[i], names[mode])) mode++;
        if (mode > LEAF || mode == MEMBER) return SN_ONNX_NEVER("a mode of a node is unknown");
        f->mode[i] = mode;
        f->feature[i] = mode == LEAF ? 0 : feature->ints.v[i];
        f->split[i] = split[i];
        f->missing[i] = missing && missing->ints.n && missing->ints.v[i];
    }
    const sn_answer is = read_links(f, &q);
    return is.is == SN_YES ? read_weights(f, &q, what) : is;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Sets of members, one behind the other with NaN behind each, in the order of their nodes. */
static sn_answer read_sets(forest *f)
{
    const int64_t n = f->members ? sn_tensor_count(f->members) : 0;
    int64_t size = 0, at = 0;
    if (!f->has_mode[MEMBER]) return yes;
    for (int64_t i = 0; i < n; i++) {
        size = isnan(sn_tensor_at(f->members, i)) ? 0 : size + 1;
        if (size > f->set_size) f->set_size = size;
    }
    if (f->set_size < 1) return SN_ONNX_NEVER("its sets have no members");
    if (f->set_size > MOST_PLACES / f->n) return SN_ONNX_NEVER("its sets are too large");
    f->sets = SN_NEW_N(f->c->r->in.arena, double, f->n * f->set_size);
    for (int64_t i = 0; i < f->n * f->set_size; i++) f->sets[i] = NAN;
    for (int64_t i = 0; i < f->n; i++) {
        if (f->mode[i] != MEMBER) continue;
        for (int64_t k = 0; at < n && !isnan(sn_tensor_at(f->members, at)); k++)
            f->sets[i * f->set_size + k] = sn_tensor_at(f->members, at++);
        if (at++ >= n) return SN_ONNX_NEVER("a node of a set has none");
    }
    return yes;
}

/* Steps from the roots until all are at leaves, by the places that are reached after each. */
static sn_answer measure(forest *f)
{
    bool *here = SN_NEW_N(f->c->r->in.arena, bool, f->n),
         *there = SN_NEW_N(f->c->r->in.arena, bool, f->n);
    for (int64_t i = 0; i < f->n; i++) {
        if (f->mode[i] == LEAF) continue;
        if (f->feature[i] < 0 || f->feature[i] >= f->n_features)
            return SN_ONNX_NEVER("a node looks at a feature that its input does not have");
        f->has_mode[f->mode[i]] = true;
        f->tracks = f->tracks || f->missing[i];
    }
    for (int64_t i = 0; i < f->n_roots; i++) here[f->root[i]] = true;
    for (f->depth = 0; f->depth <= MOST_STEPS; f->depth++) {
        bool open = false;
        memset(there, 0, (size_t)f->n * sizeof *there);
        for (int64_t i = 0; i < f->n; i++) {
            if (!here[i] || f->mode[i] == LEAF) continue;
            open = true;
            there[f->next[0][i]] = there[f->next[1][i]] = true;
        }
        if (!open) return yes;
        bool *was = here;
        here = there;
        there = was;
    }
    return SN_ONNX_NEVER("a tree has more than 64 steps, or leads back");
}

/* ---- what is made ---------------------------------------------------------------------------- */

static sn_value *table(forest *f, sn_type type, const double *v, int64_t rows, int64_t columns)
{
    return sn_onnx_table(f->c, type, v, rows, columns);
}

static sn_value *whole_table(forest *f, sn_type type, const int64_t *v)
{
    return sn_onnx_cast(f->c, sn_onnx_i64s(f->c, v, (int)f->n), type);
}

typedef struct forest_tables {
    sn_value *feature, *split, *mode, *missing, *next[2], *sets;
} forest_tables;

static sn_value *at_places(forest *f, sn_value *list, sn_value *at)
{
    return SN_ONNX_DO(f->c, gather, list, at);
}

/* Whether the feature v of the node at each place passes its test. */
static sn_value *passes(forest *f, const forest_tables *p, sn_value *at, sn_value *v)
{
    static const sn_op *const ops[] = {&sn_op_less_or_equal, &sn_op_less,  &sn_op_greater_or_equal,
                                       &sn_op_greater,       &sn_op_equal, &sn_op_equal};
    sn_onnx_call *c = f->c;
    sn_value *split = at_places(f, p->split, at), *is = NULL;
    for (int m = 0; m < LEAF; m++) {
        if (!f->has_mode[m]) continue;
        sn_value *here;
        if (m == MEMBER) {
            here = SN_ONNX_DO(c, equal, sn_onnx_unsqueeze(c, v, (int[]){2}, 1),
                              at_places(f, p->sets, at));
            here = sn_onnx_cast(c, here, SN_TYPE_f32);
            here = sn_onnx_reduce(c, here, "max", (int[]){2}, 1, false);
            here = sn_onnx_cast(c, here, SN_TYPE_bool);
        } else {
            here = SN_ONNX_MAKE(c, ops[m], NULL, v, split);
            if (m == NEQ) here = SN_ONNX_DO(c, not, here);
        }
        if (is) {
            sn_value *mode = sn_onnx_number(c, SN_TYPE_i64, m);
            mode = SN_ONNX_DO(c, equal, at_places(f, p->mode, at), mode);
            here = SN_ONNX_DO(c, where, mode, here, is);
        }
        is = here;
    }
    if (!f->tracks) return is;
    sn_value *misses = SN_ONNX_DO(c, is_nan, v);
    return SN_ONNX_DO(c, or, is, SN_ONNX_DO(c, and, misses, at_places(f, p->missing, at)));
}

/* [batch][trees]: the leaf that each row of x reaches. */
static sn_value *walk(forest *f)
{
    sn_onnx_call *c = f->c;
    sn_value *x = sn_onnx_cast(c, sn_onnx_in(c, 0), f->type);
    sn_value *at = sn_onnx_i64s(c, f->root, (int)f->n_roots);
    forest_tables p = {
        .feature = whole_table(f, SN_TYPE_i64, f->feature),
        .split = table(f, f->type, f->split, f->n, 0),
        .mode = whole_table(f, SN_TYPE_i64, f->mode),
        .next = {whole_table(f, SN_TYPE_i64, f->next[0]), whole_table(f, SN_TYPE_i64, f->next[1])}};
    if (f->tracks) p.missing = whole_table(f, SN_TYPE_bool, f->missing);
    if (f->sets) p.sets = table(f, f->type, f->sets, f->n, f->set_size);
    sn_value *shape[2] = {sn_onnx_size_vector(c, x, 0), sn_onnx_i64s(c, &f->n_roots, 1)};
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

/* [batch][targets] of the leaves that are reached. */
static sn_value *gathered(forest *f, sn_value *at, int how, sn_type type)
{
    sn_onnx_call *c = f->c;
    static const char *const names[] = {"mean", "sum", "min", "max"};
    const double most = type == SN_TYPE_f64 ? DBL_MAX : (double)FLT_MAX;
    const double none = how == MIN ? most : how == MAX ? -most : 0;
    for (int64_t i = 0; i < f->n * f->n_targets; i++)
        if (isnan(f->weight[i])) f->weight[i] = none;
    sn_value *rows = table(f, type, f->weight, f->n, f->n_targets);
    return sn_onnx_reduce(c, at_places(f, rows, at), names[how], (int[]){1}, 1, false);
}

/* ---- the operators --------------------------------------------------------------------------- */

static sn_answer begin(sn_onnx_call *c, forest *f)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    *f = (forest){.c = c, .type = sn_onnx_type(c, 0)};
    if (f->type != SN_TYPE_f64) f->type = SN_TYPE_f32;
    if (sn_onnx_rank(c, 0) != 2) return SN_ONNX_NEVER("its input has not two axes");
    f->n_features = sn_onnx_shape(c, 0)->d[1];
    if (!sn_dim_known(f->n_features))
        return SN_ONNX_LATER("how many features there are is not known");
    return yes;
}

static sn_answer finish(forest *f, sn_answer is)
{
    if (is.is == SN_YES) is = measure(f);
    return is.is == SN_YES ? read_sets(f) : is;
}

sn_answer sn_onnx_import_tree_ensemble(sn_onnx_call *c)
{
    forest f;
    sn_answer is = begin(c, &f);
    const int64_t how = sn_onnx_int(c, "aggregate_function", SUM),
                  after = sn_onnx_int(c, "post_transform", SN_ONNX_TRANSFORM_NONE);
    if (is.is != SN_YES) return is;
    if (how < AVERAGE || how > MAX || after < 0 || after >= SN_ONNX_N_TRANSFORMS)
        return SN_ONNX_NEVER("its aggregate function or its transform is none that sinter has");
    is = finish(&f, read_new(&f));
    if (is.is != SN_YES) return is;
    sn_onnx_give(c, 0,
                 sn_onnx_transformed(c, gathered(&f, walk(&f), (int)how, f.type), (int)after));
    return SN_ONNX_YES;
}

static int index_of(const char *s, const char *const *list)
{
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i], s) == 0) return i;
    return -1;
}

/* base_values are added to the scores, if there are any. False: they do not fit. */
static bool with_base(forest *f, sn_value **y, int64_t n, const double *base)
{
    if (n == 0) return true;
    if (n != f->n_targets) return false;
    *y = SN_ONNX_DO(f->c, add, *y, table(f, SN_TYPE_f32, base, n, 0));
    return true;
}

sn_answer sn_onnx_import_tree_regressor(sn_onnx_call *c)
{
    static const char *const names[] = {"AVERAGE", "SUM", "MIN", "MAX", NULL};
    forest f;
    sn_answer is = begin(c, &f);
    const int how = index_of(sn_onnx_string(c, "aggregate_function", "SUM"), names),
              after = sn_onnx_transform_of(c);
    double *base;
    int64_t n_base;
    if (is.is != SN_YES) return is;
    if (how < 0 || after < 0)
        return SN_ONNX_NEVER("its aggregate function or its transform is none that sinter has");
    f.n_targets = sn_onnx_int(c, "n_targets", 1);
    (void)read_reals(&f, "base_values", c, &base, &n_base);
    is = finish(&f, read_old(&f, "target"));
    if (is.is != SN_YES) return is;
    if (n_base && n_base != f.n_targets) return SN_ONNX_NEVER("its base does not fit its targets");
    sn_value *y = gathered(&f, walk(&f), how, SN_TYPE_f32);
    (void)with_base(&f, &y, n_base, base);
    sn_onnx_give(c, 0, sn_onnx_transformed(c, y, after));
    return SN_ONNX_YES;
}

/* Of two labels whose leaves speak of one: y is its score alone. *is_second: whether that is above
 * 1/2 where scores are probabilities, which they are if no leaf takes anything away, else above 0.
 * As ONNX Runtime has it, y is that of the second label in any case. If leaves speak of the first,
 * what is left is that of the first, and there is no softmax; else that of the first is 0. */
static sn_value *both_scores(forest *f, sn_value *y, bool of_first, bool are_parts, int after,
                             sn_value **is_second)
{
    sn_onnx_call *c = f->c;
    const bool complements = of_first && are_parts && after != SN_ONNX_TRANSFORM_LOGISTIC;
    sn_value *limit = sn_onnx_number(c, SN_TYPE_f32, are_parts ? 0.5 : 0);
    *is_second = SN_ONNX_DO(c, greater, y, limit);
    sn_value *whole = of_first ? sn_onnx_number(c, SN_TYPE_f32, complements) : y;
    sn_value *part[2] = {SN_ONNX_DO(c, sub, whole, y), y};
    return sn_onnx_transformed(
        c, sn_onnx_concat(c, 1, part, 2),
        of_first && after == SN_ONNX_TRANSFORM_SOFTMAX ? SN_ONNX_TRANSFORM_NONE : after);
}

/* The labels of the best scores, and scores. */
sn_answer sn_onnx_import_tree_classifier(sn_onnx_call *c)
{
    forest f;
    sn_answer is = begin(c, &f);
    const sn_onnx_attr *labels = sn_onnx_take(c, "classlabels_int64s"),
                       *ids = sn_onnx_attr_named(c->record, "class_ids");
    const int after = sn_onnx_transform_of(c);
    double *base;
    int64_t n_base;
    if (is.is != SN_YES) return is;
    if (after < 0) return SN_ONNX_NEVER("its transform is none that sinter has");
    if (!labels || labels->ints.n < 2 || !ids) return SN_ONNX_NEVER("its labels are no integers");
    f.n_targets = (int64_t)labels->ints.n;
    (void)read_reals(&f, "base_values", c, &base, &n_base);
    is = finish(&f, read_old(&f, "class"));
    if (is.is != SN_YES) return is;
    bool one = f.n_targets == 2, are_parts = true;
    for (size_t i = 1; i < ids->ints.n; i++) one = one && ids->ints.v[i] == ids->ints.v[0];
    for (int64_t i = 0; i < f.n * f.n_targets; i++) are_parts = are_parts && !(f.weight[i] < 0);
    const int64_t id = one ? ids->ints.v[0] : 0;
    if (n_base && (one ? n_base != 1 || id != 0 : n_base != f.n_targets))
        return SN_ONNX_NEVER("its base does not fit its labels");
    sn_value *y = gathered(&f, walk(&f), SUM, SN_TYPE_f32), *at;
    if (one && after > SN_ONNX_TRANSFORM_LOGISTIC)
        return SN_ONNX_NEVER("its transform is none that sinter has for leaves of one label");
    if (one) {
        y = sn_onnx_slice(c, y, 1, id, id + 1);
        if (n_base) y = SN_ONNX_DO(c, add, y, sn_onnx_number(c, SN_TYPE_f32, base[0]));
        y = both_scores(&f, y, id == 0, are_parts, after, &at);
        at = sn_onnx_squeeze(c, sn_onnx_cast(c, at, SN_TYPE_i64), (int[]){1}, 1);
    } else {
        (void)with_base(&f, &y, n_base, base);
        at = sn_onnx_best(c, y);
        y = sn_onnx_transformed(c, y, after);
    }
    sn_onnx_give(c, 0, sn_onnx_label_at(c, labels, at));
    sn_onnx_give(c, 1, y);
    return SN_ONNX_YES;
}
