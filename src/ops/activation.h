/* SPDX-License-Identifier: Apache-2.0
 *
 * Params of the activations; those not listed have none. */
#ifndef SN_OPS_ACTIVATION_H
#define SN_OPS_ACTIVATION_H

#include "ops/expr.h"
#include "ops/ops.h"

typedef struct sn_leaky_relu_params {
    float alpha; /* below 0 */
} sn_leaky_relu_params;
typedef struct sn_clip_params {
    float min, max;
} sn_clip_params;
typedef struct sn_elu_params {
    float alpha;
} sn_elu_params;
typedef struct sn_selu_params {
    float alpha, gamma;
} sn_selu_params;
typedef struct sn_celu_params {
    float alpha;
} sn_celu_params;
typedef enum sn_gelu_approximate { SN_GELU_EXACT, SN_GELU_TANH } sn_gelu_approximate;
typedef struct sn_gelu_params {
    int32_t approximate; /* sn_gelu_approximate */
} sn_gelu_params;
typedef struct sn_swish_params {
    float alpha;
} sn_swish_params;
typedef struct sn_hard_params { /* hard_sigmoid, hard_swish */
    float alpha, beta;
} sn_hard_params;
typedef struct sn_shrink_params {
    float bias, lambd;
} sn_shrink_params;

/* ---- in slots of other operators ------------------------------------------------------------- */

typedef union sn_act_params {
    sn_leaky_relu_params leaky_relu;
    sn_clip_params clip;
    sn_hard_params hard;
} sn_act_params;

/* The operator that an activation is, with its params; NULL: there is none, or it is unknown. */
const sn_op *sn_act_op(const sn_act *act, sn_act_params *params);
/* That operator's formula, bound, over input 0; input 0 itself where there is none. */
const sn_expr *sn_act_formula(sn_ctx *ctx, sn_arena *arena, const sn_act *act);
/* Output 0 becomes the activation of what it holds. */
sn_status sn_eval_act(sn_eval *e, const sn_act *act) SN_MUST_CHECK;

#endif
