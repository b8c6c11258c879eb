/* SPDX-License-Identifier: Apache-2.0
 *
 * conv: params and slots. One operator for 1, 2 and 3 spatial axes and any number of groups; a
 * dynamic weight is one that is a RESULT. Lists run outermost first ((d,) h, w) and have nd
 * entries; an empty one means all 1 (stride, dilation) or all 0 (pads). Kernel and channels come
 * from the weight's shape. */
#ifndef SN_OPS_CONV_H
#define SN_OPS_CONV_H

#include "ops/elems.h"
#include "ops/window.h"

enum {
    SN_CONV_X,
    SN_CONV_WEIGHT, /* [oc][ic/group](kd)(kh)kw */
    SN_CONV_BIAS,   /* [oc], optional */
    SN_CONV_X_ZERO, /* from here on of conv_integer alone: numbers that stand for 0; optional */
    SN_CONV_WEIGHT_ZERO, /* one, or [oc] */
};

typedef enum sn_conv_pad {
    SN_PAD_EXPLICIT,   /* pad_begin, pad_end */
    SN_PAD_SAME_UPPER, /* ceil(in / stride) outputs, the odd one at the end */
    SN_PAD_SAME_LOWER, /* ... at the beginning */
} sn_conv_pad;
extern const char *const sn_conv_pad_names[];

typedef struct sn_conv_params {
    int32_t nd, group;
    sn_ints stride, dilation;
    int32_t pad_mode; /* sn_conv_pad */
    sn_ints pad_begin, pad_end;
    float pad_value; /* an extension: ONNX has 0 */
    int32_t axis; /* of the channels in x; nd spatial axes follow, those before are mapped over */
    sn_act act;
} sn_conv_params;

/* ---- for kin: the int8 convolution and others with a weight like this one -------------------- */

/* Kernel sizes and channels that a weight [oc][ic/group][k..] says. */
typedef struct sn_conv_weight {
    sn_dim oc, ic; /* of all groups */
    sn_dim kernel[3];
    bool known; /* the rank is; else all are symbols or -1 */
} sn_conv_weight;
sn_status sn_conv_weight_of(const sn_infer *in, unsigned slot, int nd, int group,
                            sn_conv_weight *out) SN_MUST_CHECK;

/* The window of a conv. */
sn_window_params sn_conv_window(const sn_conv_params *p);
/* Shape of output 0; slots 0 and 1 are x and the weight. */
sn_status sn_conv_shape(sn_infer *in, const sn_conv_params *p, sn_shape *out) SN_MUST_CHECK;
const char *sn_conv_check(const sn_conv_params *p, sn_arena *arena);
sn_answer sn_conv_fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out);
sn_answer sn_conv_fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                          sn_fold_in *out);
/* Whether some window has more padding than elements of x, or lies in padding alone: terms of a
 * shift, which cancel there, are all that is left. Sizes and kernels that are not known pass.
 * `border`: elements that a pad in front puts around x, as sn_pad_params.pads has them, and of
 * which the same must be certain; NULL: there is none. */
bool sn_conv_window_in_border(const sn_node *conv, const sn_shape *x, const int32_t *border);
#define SN_CONV_CANCELS "a window may have more padding than input, and terms would cancel there"
void sn_conv_cost_of(const sn_infer *in, sn_cost *out);
extern const sn_slot sn_conv_slots[];
extern const sn_param sn_conv_param_table[];

/* Whether the weight and the bias in the next slot are constants of known f32 contents. */
sn_answer sn_weight_fixed(const sn_node *node, unsigned weight);
/* Whether a fixed f32 weight, output channel first, and the bias in the next slot let their node
 * take a map of its output. */
sn_answer sn_weight_folds(const sn_node *node, unsigned weight);
/* The same, but a relu in the slot lets factors through that are not negative
 * (sn_fold_out.no_shift).
 */
sn_answer sn_weight_folds_factors(const sn_node *node, unsigned weight, bool *no_shift);
/* y = w * x + b, without the activation, on dense data of the shapes that sn_conv_shape has
 * accepted. */
void sn_conv_run(const sn_eval *e, const sn_conv_params *p, const sn_shape *x_shape, sn_elems x,
                 const sn_shape *w_shape, sn_elems w, sn_elems bias, sn_elems y);
/* Multiply-accumulates: positions of output 0 times what one needs. */
void sn_conv_cost(const sn_infer *in, unsigned weight, int64_t positions, sn_cost *out);

#endif
