/* SPDX-License-Identifier: Apache-2.0
 *
 * ai.onnx.ml, but for trees: encoders, scalers and linear models, of numbers. */
#include <math.h>
#include <string.h>

#include "formats/onnx/contents.h"
#include "formats/onnx/ops/parts.h"

static sn_value *floats_of(sn_onnx_call *c, const float *v, int64_t n)
{
    double *copy = SN_NEW_N(c->r->in.arena, double, n);
    for (int64_t i = 0; i < n; i++) copy[i] = (double)v[i];
    const sn_tensor *t;
    if (c->r->status == SN_OK)
        c->r->status = sn_tensor_vector(c->r->in.ctx, SN_TYPE_f32, copy, n, &t);
    return c->r->status == SN_OK ? sn_onnx_tensor_value(c, t) : NULL;
}

/* ---- encoders -------------------------------------------------------------------------------- */

/* A list of numbers by the end of its name: integers, floats or a tensor; NULL: none of these. */
static sn_value *list_named(sn_onnx_call *c, const char *stem)
{
    sn_arena *arena = c->r->in.arena;
    const sn_onnx_attr *a = sn_onnx_take(c, sn_arena_printf(arena, "%s_int64s", stem));
    if (a) return sn_onnx_i64s(c, a->ints.v, (int)a->ints.n);
    a = sn_onnx_take(c, sn_arena_printf(arena, "%s_floats", stem));
    if (a) return floats_of(c, a->floats.v, (int64_t)a->floats.n);
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

/* ---- scalers --------------------------------------------------------------------------------- */

/* (x - offset) * scale along the last axis. */
sn_answer sn_onnx_import_scaler(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_onnx_attr *offset = sn_onnx_take(c, "offset"), *scale = sn_onnx_take(c, "scale");
    sn_value *y = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_f32);
    if (offset)
        y = SN_ONNX_DO(c, sub, y, floats_of(c, offset->floats.v, (int64_t)offset->floats.n));
    if (scale) y = SN_ONNX_DO(c, mul, y, floats_of(c, scale->floats.v, (int64_t)scale->floats.n));
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
    sn_value *v = real ? sn_onnx_cast(c, floats_of(c, list->floats.v, (int64_t)list->floats.n), t)
                       : sn_onnx_i64s(c, list->ints.v, (int)list->ints.n);
    sn_onnx_give(c, 0, SN_ONNX_DO(c, where, is, v, x));
    return SN_ONNX_YES;
}

/* ---- linear models --------------------------------------------------------------------------- */

/* x W^T + b, W [rows][features]; NULL: they do not fit. */
static sn_value *scores_of(sn_onnx_call *c, int64_t rows, sn_answer *is)
{
    const sn_onnx_attr *w = sn_onnx_take(c, "coefficients"), *b = sn_onnx_take(c, "intercepts");
    const int64_t n = w ? (int64_t)w->floats.n : 0;
    *is = SN_ONNX_NEVER("its coefficients do not fit its targets");
    if (rows < 1 || n < 1 || n % rows || (b && b->floats.n && (int64_t)b->floats.n != rows))
        return NULL;
    *is = SN_ONNX_YES;
    sn_value *m = sn_onnx_reshape(c, floats_of(c, w->floats.v, n), (int64_t[]){rows, n / rows}, 2);
    sn_value *x = sn_onnx_cast(c, sn_onnx_in(c, 0), SN_TYPE_f32);
    sn_value *y = SN_ONNX_DO(c, matmul, x, sn_onnx_swap_axes(c, m, 0, 1, 2));
    if (b && b->floats.n) y = SN_ONNX_DO(c, add, y, floats_of(c, b->floats.v, rows));
    return y;
}

/* NONE, SOFTMAX or LOGISTIC of a row of scores; NULL: another one. */
static sn_value *transformed(sn_onnx_call *c, sn_value *y, const char *how)
{
    if (strcmp(how, "NONE") == 0) return y;
    if (strcmp(how, "LOGISTIC") == 0) return SN_ONNX_DO(c, sigmoid, y);
    void *p = sn_onnx_params(c, &sn_op_softmax);
    (void)sn_onnx_set_int(&sn_op_softmax, p, "axis", 1);
    return SN_ONNX_MAKE(c, &sn_op_softmax, p, y);
}

static bool is_transform(const char *how)
{
    return strcmp(how, "NONE") == 0 || strcmp(how, "LOGISTIC") == 0 || strcmp(how, "SOFTMAX") == 0;
}

sn_answer sn_onnx_import_linear_regressor(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_RANK(c, 0);
    const char *how = sn_onnx_string(c, "post_transform", "NONE");
    if (!is_transform(how)) return SN_ONNX_NEVER("its transform is none that sinter has");
    if (sn_onnx_rank(c, 0) != 2) return SN_ONNX_NEVER("its input has not two axes");
    sn_answer is;
    sn_value *y = scores_of(c, sn_onnx_int(c, "targets", 1), &is);
    if (is.is == SN_YES) sn_onnx_give(c, 0, transformed(c, y, how));
    return is;
}

/* The label of the best score, and scores. One row of coefficients is that of the second of two
 * labels, which is refused: what its scores are depends on the transform. */
sn_answer sn_onnx_import_linear_classifier(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_RANK(c, 0);
    const char *how = sn_onnx_string(c, "post_transform", "NONE");
    const sn_onnx_attr *labels = sn_onnx_take(c, "classlabels_ints");
    const sn_onnx_attr *b = sn_onnx_attr_named(c->record, "intercepts");
    sn_onnx_ignore(c, "multi_class");
    if (!is_transform(how)) return SN_ONNX_NEVER("its transform is none that sinter has");
    if (!labels || labels->ints.n < 2) return SN_ONNX_NEVER("its labels are no integers");
    if (sn_onnx_rank(c, 0) != 2) return SN_ONNX_NEVER("its input has not two axes");
    if (!b || b->floats.n != labels->ints.n)
        return SN_ONNX_NEVER("it has not a row of coefficients for each label");
    sn_answer is;
    sn_value *y = scores_of(c, (int64_t)labels->ints.n, &is);
    if (is.is != SN_YES) return is;
    void *p = sn_onnx_params(c, &sn_op_arg_max);
    (void)sn_onnx_set_int(&sn_op_arg_max, p, "axis", 1);
    (void)sn_onnx_set_int(&sn_op_arg_max, p, "keepdims", 0);
    sn_value *at = SN_ONNX_MAKE(c, &sn_op_arg_max, p, y);
    sn_value *list = sn_onnx_i64s(c, labels->ints.v, (int)labels->ints.n);
    sn_onnx_give(c, 0, SN_ONNX_DO(c, gather, list, at));
    sn_onnx_give(c, 1, transformed(c, y, how));
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
        c->r->in.arena, "it makes a list of maps; --to with '%s' among the results leaves it out",
        name));
}

sn_answer sn_onnx_import_binarizer(sn_onnx_call *c)
{
    SN_ONNX_NEED_TYPE(c, 0);
    const sn_type t = sn_onnx_type(c, 0);
    sn_value *limit = sn_onnx_number(c, t, sn_onnx_float(c, "threshold", 0));
    sn_onnx_give(c, 0, sn_onnx_cast(c, SN_ONNX_DO(c, greater, sn_onnx_in(c, 0), limit), t));
    return SN_ONNX_YES;
}
