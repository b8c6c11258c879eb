/* SPDX-License-Identifier: Apache-2.0
 *
 * Losses: of logarithms of probabilities, and of scores. */
#include <string.h>

#include "formats/onnx/ops/call.h"

/* -w[label] x[label] of each place, its mean, or its sum; places whose label is ignored count
 * nowhere. `x` has the classes along axis 1. */
static sn_answer loss_of(sn_onnx_call *c, sn_value *x, unsigned out)
{
    const int rank = sn_onnx_rank(c, 0);
    const sn_type t = sn_onnx_type(c, 0), ti = sn_onnx_type(c, 1);
    const char *how = sn_onnx_string(c, "reduction", "mean");
    const sn_onnx_attr *ignored = sn_onnx_take(c, "ignore_index");
    sn_value *labels = sn_onnx_in(c, 1), *weight = sn_onnx_in(c, 2), *counts = NULL;
    const int one = 1;
    if (ignored) {
        sn_value *at = sn_onnx_number(c, ti, (double)ignored->i), *zero = sn_onnx_number(c, ti, 0);
        sn_value *is = SN_ONNX_MAKE(c, &sn_op_equal, NULL, labels, at);
        counts = sn_onnx_cast(c, SN_ONNX_MAKE(c, &sn_op_not, NULL, is), t);
        labels = SN_ONNX_MAKE(c, &sn_op_where, NULL, is, zero, labels);
    }
    void *p = sn_onnx_params(c, &sn_op_gather_elements);
    (void)sn_onnx_set_int(&sn_op_gather_elements, p, "axis", 1);
    sn_value *rows = sn_onnx_unsqueeze(c, labels, &one, 1);
    sn_value *v = SN_ONNX_MAKE(c, &sn_op_gather_elements, p, x, rows);
    v = SN_ONNX_MAKE(c, &sn_op_neg, NULL, sn_onnx_squeeze(c, v, &one, 1));
    if (weight) weight = SN_ONNX_MAKE(c, &sn_op_gather, NULL, weight, labels);
    if (weight && counts) weight = SN_ONNX_MAKE(c, &sn_op_mul, NULL, weight, counts);
    if (!weight) weight = counts;
    if (counts) { /* an ignored place is 0 whatever its score is, infinite or none */
        sn_value *zero = sn_onnx_number(c, t, 0), *none = sn_onnx_cast(c, counts, SN_TYPE_bool);
        v = SN_ONNX_MAKE(c, &sn_op_where, NULL, none, v, zero);
    }
    if (weight) v = SN_ONNX_MAKE(c, &sn_op_mul, NULL, v, weight);
    int axes[SN_MAX_RANK];
    for (int i = 0; i < rank - 1; i++) axes[i] = i;
    if (strcmp(how, "none") == 0) {
        sn_onnx_give(c, out, v);
    } else if (strcmp(how, "sum") == 0) {
        sn_onnx_give(c, out, sn_onnx_reduce(c, v, "sum", axes, rank - 1, false));
    } else if (strcmp(how, "mean") == 0 && !weight) {
        sn_onnx_give(c, out, sn_onnx_reduce(c, v, "mean", axes, rank - 1, false));
    } else if (strcmp(how, "mean") == 0) {
        sn_value *sum = sn_onnx_reduce(c, v, "sum", axes, rank - 1, false);
        sn_value *n = sn_onnx_reduce(c, weight, "sum", axes, rank - 1, false);
        sn_onnx_give(c, out, SN_ONNX_MAKE(c, &sn_op_div, NULL, sum, n));
    } else {
        return SN_ONNX_NEVER("its reduction is none that ONNX has");
    }
    return SN_ONNX_YES;
}

static sn_answer fits(sn_onnx_call *c)
{
    SN_ONNX_NEED_RANK(c, 0);
    SN_ONNX_NEED_RANK(c, 1);
    SN_ONNX_NEED_TYPE(c, 0);
    SN_ONNX_NEED_TYPE(c, 1);
    if (sn_onnx_rank(c, 0) < 2 || sn_onnx_rank(c, 1) != sn_onnx_rank(c, 0) - 1)
        return SN_ONNX_NEVER("its labels do not fit its scores");
    return SN_ONNX_YES;
}

sn_answer sn_onnx_import_nll_loss(sn_onnx_call *c)
{
    const sn_answer is = fits(c);
    return is.is == SN_YES ? loss_of(c, sn_onnx_in(c, 0), 0) : is;
}

sn_answer sn_onnx_import_softmax_loss(sn_onnx_call *c)
{
    const sn_answer is = fits(c);
    if (is.is != SN_YES) return is;
    sn_value *logs = sn_onnx_log_softmax(c, sn_onnx_in(c, 0), 1);
    sn_onnx_give(c, 1, logs);
    return loss_of(c, logs, 0);
}
