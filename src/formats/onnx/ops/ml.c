/* SPDX-License-Identifier: Apache-2.0
 *
 * ai.onnx.ml, but for trees: encoders, scalers and linear models, of numbers. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/ways.h"
#include "formats/onnx/contents.h"
#include "formats/onnx/ops/scores.h"

/* ---- encoders -------------------------------------------------------------------------------- */

/* A list of numbers by the end of its name: integers, floats or a tensor; NULL: none of these. */
static sn_value *list_named(sn_onnx_call *c, const char *stem)
{
    sn_arena *arena = c->r->in.arena;
    const sn_onnx_attr *a = sn_onnx_take(c, sn_arena_printf(arena, "%s_int64s", stem));
    if (a) return sn_onnx_i64s(c, a->ints.v, (int)a->ints.n);
    a = sn_onnx_take(c, sn_arena_printf(arena, "%s_floats", stem));
    if (a) return sn_onnx_floats(c, a->floats.v, (int64_t)a->floats.n);
    a = sn_onnx_take(c, sn_arena_printf(arena, "%s_tensor", stem));
    return a && a->type == SN_ONNX_TENSOR ? sn_onnx_tensor_attr(c, a) : NULL;
}

static sn_value *default_of(sn_onnx_call *c, sn_type type)
{
    const sn_onnx_attr *a = sn_onnx_take(c, "default_tensor");
    const int64_t whole = sn_onnx_int(c, "default_int64", -1);
    const double real = sn_onnx_float(c, "default_float", -0.0);
    sn_onnx_ignore(c, "default_string");
    if (a && a->type == SN_ONNX_TENSOR)
        return sn_onnx_reshape(c, sn_onnx_tensor_attr(c, a), NULL, 0);
    return sn_onnx_number(c, type, sn_type_is_float(type) ? real : (double)whole);
}

/* The value that stands where x stands among the keys, NaN being one of them. */
sn_answer sn_onnx_import_label_encoder(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    const int rank = sn_onnx_rank(c, 0);
    sn_value *keys = list_named(c, "keys"), *values = list_named(c, "values");
    if (!keys || !values) return SN_ONNX_NEVER("its keys or values are texts, or left out");
    if (keys->type != sn_onnx_type(c, 0)) return SN_ONNX_NEVER("its keys are of another type");
    if (sn_tensor_count(keys->data) != sn_tensor_count(values->data) ||
        sn_tensor_count(keys->data) < 1 || rank >= SN_MAX_RANK)
        return SN_ONNX_NEVER("its keys and values do not fit each other");
    sn_value *x = sn_onnx_unsqueeze(c, sn_onnx_in(c, 0), &rank, 1);
    sn_value *is = SN_ONNX_DO(c, equal, x, sn_onnx_flat(c, keys));
    if (sn_type_is_float(keys->type))
        is = SN_ONNX_DO(c, or, is,
                        SN_ONNX_DO(c, and, SN_ONNX_DO(c, is_nan, x),
                                   SN_ONNX_DO(c, is_nan, sn_onnx_flat(c, keys))));
    is = sn_onnx_cast(c, is, SN_TYPE_f32);
    void *p = sn_onnx_params(c, &sn_op_arg_max);
    (void)sn_onnx_set_int(&sn_op_arg_max, p, "axis", rank);
    (void)sn_onnx_set_int(&sn_op_arg_max, p, "keepdims", 0);
    sn_value *at = SN_ONNX_MAKE(c, &sn_op_arg_max, p, is);
    sn_value *any = sn_onnx_cast(c, sn_onnx_reduce(c, is, "max", &rank, 1, false), SN_TYPE_bool);
    sn_value *y = SN_ONNX_DO(c, gather, sn_onnx_flat(c, values), at);
    sn_onnx_give(c, 0, SN_ONNX_DO(c, where, any, y, default_of(c, values->type)));
    return SN_ONNX_YES;
}

/* 1 where the integer that x is cut to stands among the categories, in a new last axis. One that
 * does not is a row of zeros, or an error that no model is to run into. */
sn_answer sn_onnx_import_one_hot_encoder(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_RANK(c, 0);
    const int rank = sn_onnx_rank(c, 0);
    const sn_onnx_attr *list = sn_onnx_take(c, "cats_int64s");
    sn_onnx_ignore(c, "zeros");
    if (!list || list->ints.n < 1) return SN_ONNX_NEVER("its categories are no integers");
    if (rank >= SN_MAX_RANK) return SN_ONNX_NEVER("its result would have too many axes");
    sn_map *seen = sn_map_create(c->r->in.arena);
    for (size_t i = 0; i < list->ints.n; i++) {
        const uint64_t category = (uint64_t)list->ints.v[i];
        if (sn_map_has_u64(seen, category))
            return SN_ONNX_NEVER("one of its categories stands there twice");
        sn_map_put_u64(seen, category, seen);
    }
    sn_value *x = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_i64);
    sn_value *is = SN_ONNX_DO(c, equal, sn_onnx_unsqueeze(c, x, &rank, 1),
                              sn_onnx_i64s(c, list->ints.v, (int)list->ints.n));
    sn_onnx_give(c, 0, sn_onnx_cast(c, is, SN_TYPE_f32));
    return SN_ONNX_YES;
}

/* Columns of the k-th input, all axes but the first as one: as many as are said, those behind cut
 * off, or zeros behind them. */
static sn_answer columns_of(sn_onnx_call *c, unsigned k, const sn_ints *sizes, sn_value **out)
{
    SN_ONNX_NEED_TYPE(c, k);
    SN_ONNX_NEED_RANK(c, k);
    const int rank = sn_onnx_rank(c, k);
    const sn_shape *s = sn_onnx_shape(c, k);
    if (rank < 1) return SN_ONNX_NEVER("an input has no axis");
    sn_value *x = sn_onnx_cast(c, sn_onnx_in(c, k), SN_TYPE_f32);
    if (rank == 1) x = sn_onnx_unsqueeze(c, x, (int[]){0}, 1);
    if (rank > 2) x = sn_onnx_reshape(c, x, (int64_t[]){0, -1}, 2);
    *out = x;
    if (!sizes->n) return SN_ONNX_YES;
    int64_t n = 1;
    for (int i = rank > 1; i < rank; i++) {
        if (!sn_dim_known(s->d[i]))
            return SN_ONNX_LATER("how many features there are is not known");
        n *= s->d[i];
    }
    const int64_t want = sizes->v[k];
    if (want < n) *out = sn_onnx_slice(c, x, 1, 0, want);
    if (want > n) {
        sn_value *rows[] = {sn_onnx_size_vector(c, x, 0), sn_onnx_i64s(c, &(int64_t){want - n}, 1)};
        sn_value *zeros = SN_ONNX_DO(c, dynamic_expand, sn_onnx_number(c, SN_TYPE_f32, 0),
                                     sn_onnx_concat(c, 0, rows, 2));
        *out = sn_onnx_concat(c, 1, (sn_value *[]){x, zeros}, 2);
    }
    return SN_ONNX_YES;
}

/* Columns side by side. */
sn_answer sn_onnx_import_feature_vectorizer(sn_onnx_call *c)
{
    const unsigned n = sn_onnx_n_in(c);
    sn_ints sizes = {0};
    (void)sn_onnx_ints(c, "inputdimensions", &sizes);
    sn_value **part = SN_NEW_N(c->r->in.arena, sn_value *, n + 1);
    if (n < 1 || (sizes.n && sizes.n != (int)n))
        return SN_ONNX_NEVER("its sizes do not fit its inputs");
    for (unsigned k = 0; k < n; k++) {
        if (sizes.n && sizes.v[k] < 0) return SN_ONNX_NEVER("a size is less than 0");
        const sn_answer is = columns_of(c, k, &sizes, &part[k]);
        if (is.is != SN_YES) return is;
    }
    sn_onnx_give(c, 0, sn_onnx_concat(c, 1, part, (int)n));
    return SN_ONNX_YES;
}

/* ---- scalers --------------------------------------------------------------------------------- */

/* (x - offset) * scale along the last axis. */
sn_answer sn_onnx_import_scaler(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_onnx_attr *offset = sn_onnx_take(c, "offset"), *scale = sn_onnx_take(c, "scale");
    sn_value *y = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_f32);
    if (offset)
        y = SN_ONNX_DO(c, sub, y, sn_onnx_floats(c, offset->floats.v, (int64_t)offset->floats.n));
    if (scale)
        y = SN_ONNX_DO(c, mul, y, sn_onnx_floats(c, scale->floats.v, (int64_t)scale->floats.n));
    sn_onnx_give(c, 0, y);
    return SN_ONNX_YES;
}

/* By the largest element of a row, the sum of sizes, or the root of the sum of squares; rows whose
 * measure is 0 stay. */
sn_answer sn_onnx_import_normalizer(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_TYPE(c, 0);
    static const char *const names[][2] = {{"MAX", "max"}, {"L1", "l1"}, {"L2", "l2"}};
    const char *norm = sn_onnx_string(c, "norm", "MAX"), *how = NULL;
    const int last = sn_onnx_rank(c, 0) - 1;
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i][0], norm) == 0) how = names[i][1];
    if (!how || last < 0) return SN_ONNX_NEVER("its norm is none that ONNX has");
    sn_value *x = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_f32);
    sn_value *size = sn_onnx_reduce(c, x, how, &last, 1, true);
    sn_value *none = SN_ONNX_DO(c, equal, size, sn_onnx_number(c, SN_TYPE_f32, 0));
    size = SN_ONNX_DO(c, where, none, sn_onnx_number(c, SN_TYPE_f32, 1), size);
    sn_onnx_give(c, 0, SN_ONNX_DO(c, div, x, size));
    return SN_ONNX_YES;
}

/* Numbers in place of one that stands for a missing one, which may be NaN. */
sn_answer sn_onnx_import_imputer(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type t = sn_onnx_type(c, 0);
    const bool real = sn_type_is_float(t);
    const sn_onnx_attr *list =
        sn_onnx_take(c, real ? "imputed_value_floats" : "imputed_value_int64s");
    if (!list) return SN_ONNX_NEVER("it has no values of the type of its input");
    const double missing = real ? sn_onnx_float(c, "replaced_value_float", 0)
                                : (double)sn_onnx_int(c, "replaced_value_int64", 0);
    sn_value *x = sn_onnx_in(c, 0), *is;
    if (isnan(missing))
        is = SN_ONNX_DO(c, is_nan, x);
    else
        is = SN_ONNX_DO(c, equal, x, sn_onnx_number(c, t, missing));
    sn_value *v =
        real ? sn_onnx_cast(c, sn_onnx_floats(c, list->floats.v, (int64_t)list->floats.n), t)
             : sn_onnx_cast(c, sn_onnx_i64s(c, list->ints.v, (int)list->ints.n), t);
    sn_onnx_give(c, 0, SN_ONNX_DO(c, where, is, v, x));
    return SN_ONNX_YES;
}

/* ---- linear models --------------------------------------------------------------------------- */

/* x W^T + b, W [n][features]. */
static sn_answer scores_of(sn_onnx_call *c, int64_t n, sn_value **y)
{
    const sn_onnx_attr *w = sn_onnx_take(c, "coefficients"), *b = sn_onnx_take(c, "intercepts");
    const int64_t all = w ? (int64_t)w->floats.n : 0;
    if (n < 1 || all < 1 || all % n || (b && b->floats.n && (int64_t)b->floats.n != n))
        return SN_ONNX_NEVER("its coefficients do not fit its targets");
    sn_value *m = sn_onnx_float_rows(c, w->floats.v, all, n), *x = sn_onnx_feature_rows(c, 0);
    if (!x) return SN_ONNX_NEVER("its input has neither one nor two axes");
    *y = SN_ONNX_DO(c, matmul, x, sn_onnx_swap_axes(c, m, 0, 1, 2));
    if (b && b->floats.n) *y = SN_ONNX_DO(c, add, *y, sn_onnx_floats(c, b->floats.v, n));
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_linear_regressor(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_RANK(c, 0);
    const int how = sn_onnx_transform_of(c);
    if (how < 0) return SN_ONNX_NEVER("its transform is none that ONNX has");
    sn_value *y = NULL;
    const sn_answer is = scores_of(c, sn_onnx_int(c, "targets", 1), &y);
    if (is.is == SN_YES) sn_onnx_give(c, 0, sn_onnx_transformed(c, y, how));
    return is;
}

/* One score says which of two labels it is. */
static sn_answer single_score(sn_onnx_call *c, sn_value *y, const sn_onnx_attr *labels, int how)
{
    sn_value *at = SN_ONNX_DO(c, greater, y, sn_onnx_number(c, SN_TYPE_f32, 0));
    at = sn_onnx_squeeze(c, sn_onnx_cast(c, at, SN_TYPE_i64), (int[]){1}, 1);
    if (how == SN_ONNX_TRANSFORM_PROBIT) return SN_ONNX_NEVER("PROBIT of one score for two labels");
    sn_onnx_give(c, 0, sn_onnx_label_at(c, labels, at));
    sn_onnx_give(c, 1, sn_onnx_both_scores(c, y, how, false));
    return SN_ONNX_YES;
}

/* The label of the best score, and scores. There are as many as intercepts. */
sn_answer sn_onnx_import_linear_classifier(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_RANK(c, 0);
    const int how = sn_onnx_transform_of(c);
    const sn_onnx_attr *labels = sn_onnx_take(c, "classlabels_ints");
    const sn_onnx_attr *b = sn_onnx_attr_named(c->record, "intercepts");
    const int64_t n = b ? (int64_t)b->floats.n : 0;
    sn_onnx_ignore(c, "multi_class");
    if (how < 0) return SN_ONNX_NEVER("its transform is none that ONNX has");
    if (!labels || labels->ints.n < 1) return SN_ONNX_NEVER("its labels are no integers");
    if (n < 1 || (int64_t)labels->ints.n != (n == 1 ? 2 : n))
        return SN_ONNX_NEVER("it has not an intercept for each label, or one for two");
    sn_value *y = NULL;
    const sn_answer is = scores_of(c, n, &y);
    if (is.is != SN_YES) return is;
    if (n == 1) return single_score(c, y, labels, how);
    sn_onnx_give(c, 0, sn_onnx_label_at(c, labels, sn_onnx_best(c, y)));
    sn_onnx_give(c, 1, sn_onnx_transformed(c, y, how));
    return SN_ONNX_YES;
}

/* ---- others ---------------------------------------------------------------------------------- */

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

/* Its result is no tensor. */
sn_answer sn_onnx_import_zip_map(sn_onnx_call *c)
{
    const sn_value *x = sn_onnx_in(c, 0);
    const char *name = x && x->name ? sn_escape(c->r->in.arena, x->name) : "its input";
    sn_onnx_ignore(c, "classlabels_int64s");
    sn_onnx_ignore(c, "classlabels_strings");
    return SN_ONNX_NEVER(sn_arena_printf(
        c->r->in.arena,
        "it makes a list of maps; " SN_WAY_RESULT("%s") " among the results leaves it out", name));
}

sn_answer sn_onnx_import_binarizer(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type t = sn_onnx_type(c, 0);
    sn_value *limit = sn_onnx_number(c, t, sn_onnx_float(c, "threshold", 0));
    sn_onnx_give(c, 0, sn_onnx_cast(c, SN_ONNX_DO(c, greater, sn_onnx_in(c, 0), limit), t));
    return SN_ONNX_YES;
}
