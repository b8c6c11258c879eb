/* SPDX-License-Identifier: Apache-2.0
 *
 * What models of ai.onnx.ml have in common: rows of features, tables of numbers, and what is made
 * of scores. */
#ifndef SN_ONNX_SCORES_H
#define SN_ONNX_SCORES_H

#include "formats/onnx/ops/parts.h"

/* The values of post_transform, as TreeEnsemble counts them. */
typedef enum sn_onnx_transform {
    SN_ONNX_TRANSFORM_NONE,
    SN_ONNX_TRANSFORM_SOFTMAX,
    SN_ONNX_TRANSFORM_LOGISTIC,
    SN_ONNX_TRANSFORM_SOFTMAX_ZERO,
    SN_ONNX_TRANSFORM_PROBIT,
    SN_ONNX_N_TRANSFORMS,
} sn_onnx_transform;

/* Of the attribute post_transform; -1: none that there is. */
int sn_onnx_transform_of(sn_onnx_call *c);
/* Rows of scores after it. */
sn_value *sn_onnx_transformed(sn_onnx_call *c, sn_value *y, int how);

/* Both scores from one of two labels, as ONNX Runtime makes them: -y, or 1 - y, and y, of which
 * LOGISTIC alone is computed. NULL: what it makes by PROBIT is of no meaning. */
sn_value *sn_onnx_both_scores(sn_onnx_call *c, sn_value *y, int how, bool negates);

/* The k-th input as f32 rows of features; a vector is one row. NULL: it has more axes. */
sn_value *sn_onnx_feature_rows(sn_onnx_call *c, unsigned k);

/* Constants of f32: a vector, and [rows][n / rows]. */
sn_value *sn_onnx_floats(sn_onnx_call *c, const float *v, int64_t n);
sn_value *sn_onnx_float_rows(sn_onnx_call *c, const float *v, int64_t n, int64_t rows);
/* The same of type, of doubles; columns 0: a vector. */
sn_value *sn_onnx_table(sn_onnx_call *c, sn_type type, const double *v, int64_t rows,
                        int64_t columns);

/* The place of the first of the best scores of each row, and the label at a place. */
sn_value *sn_onnx_best(sn_onnx_call *c, sn_value *y);
sn_value *sn_onnx_label_at(sn_onnx_call *c, const sn_onnx_attr *labels, sn_value *at);

#endif
