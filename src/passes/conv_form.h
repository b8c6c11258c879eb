/* SPDX-License-Identifier: Apache-2.0
 *
 * Convolutions and inner products in numbers, for the algebra between them: kernel, movement and
 * pads as they really apply, weights as floats, and new weights in the storage that the old ones
 * had. */
#ifndef SN_PASSES_CONV_FORM_H
#define SN_PASSES_CONV_FORM_H

#include "ops/conv.h"
#include "passes/pass.h"

/* Entries are those of the nd spatial axes, outermost first; the others are a 1x1 kernel that does
 * not move. */
typedef struct sn_conv_geometry {
    int nd;
    int64_t kernel[3], stride[3], dilation[3], begin[3], end[3];
} sn_conv_geometry;

/* A linear map of one value. */
typedef struct sn_conv_form {
    sn_node *node;
    const sn_conv_params *p; /* NULL: an inner product */
    sn_conv_geometry g;
    const sn_tensor *weight, *bias; /* bias may be NULL */
    int64_t oc, ic, group;          /* channels of all groups */
} sn_conv_form;

/* Explicit pads, and SAME pads where they do not depend on a size that is not known. x has its full
 * rank (not a matrix that is taken as an image of one channel). */
sn_answer sn_conv_geometry_of(const sn_node *conv, sn_conv_geometry *out);
/* Constant float weights and the geometry, whatever is in the activation slot, of a convolution or
 * an inner product. */
sn_answer sn_conv_form_of(sn_node *node, sn_conv_form *out);
/* The same, where no activation is in the slot: a linear map. */
sn_answer sn_linear_form_of(sn_node *node, sn_conv_form *out);

/* The channels of a form's result. */
int sn_conv_axis(const sn_conv_form *f);
/* Whether the guest's kernel, among zeros, can stand in a kernel like the host's: per axis tap u
 * goes to v(u) = (u * d2 + begin1 - begin2) / d1, where d are dilations and begin the pads in front
 * (1: host). That is the same function of x, where also the sizes of the results are the same, if
 * v(u) is a whole number within the host's kernel for every u, the strides are the same, and so is
 * the pad value if both pad. (Where only the host pads, the taps of the guest lie at the places
 * they had, inside x.) Nothing is said of output channels and groups. */
sn_answer sn_conv_embeds(const sn_conv_form *host, const sn_conv_form *guest);
/* Adds the guest's kernels, c times, to sums that are laid out as the host's, from output channel
 * `row` of it on. The guest's groups must divide those of the host. A guest without weight is x
 * itself, or a factor for each channel. */
typedef struct sn_conv_guest {
    const sn_conv_form *form;
    double coeff;
    const double *factor; /* without weight; NULL: 1 */
    int64_t n_factor;     /* 1 or one for each channel */
} sn_conv_guest;
sn_status sn_conv_add_embedded(sn_ctx *ctx, double *sum, const sn_conv_form *host, int64_t row,
                               const sn_conv_guest *guest) SN_MUST_CHECK;

bool sn_conv_pads(const sn_conv_geometry *g);      /* whether some pad is positive */
bool sn_conv_pointwise(const sn_conv_geometry *g); /* whether all taps are one */
int64_t sn_conv_taps(const sn_conv_geometry *g);
bool sn_tensor_all_zero(const sn_tensor *t); /* NULL is */
/* The entries of the spatial axes as a param; empty where all are `fill`, which then means the
 * same. */
sn_ints sn_conv_list(sn_arena *arena, int nd, const int64_t *v, int64_t fill);
/* The params, with those explicit pads. */
void sn_conv_set_pads(sn_conv_params *p, const sn_conv_geometry *g, sn_arena *arena);

/* The weight's elements as floats, released by the caller through *keep. */
sn_status sn_conv_weights(sn_ctx *ctx, const sn_tensor *weight, const float **data,
                          const sn_tensor **keep) SN_MUST_CHECK;

/* A constant from sums in double, of numbers that were all halves or not. Where one is not finite,
 * or (`smaller`: factors may have made it smaller than what it was) underflows: SN_E_UNSUPPORTED,
 * with the reason in the context. */
sn_status sn_weight_of_doubles(sn_graph *g, const double *v, const sn_shape *shape, bool smaller,
                               bool of_halves, const char *name, sn_value **out) SN_MUST_CHECK;

#endif
