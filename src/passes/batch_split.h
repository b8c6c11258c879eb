/* SPDX-License-Identifier: Apache-2.0
 *
 * A network of a batch in which images meet here and there, as a training's do in its batch norms,
 * its loss and the gradients of its weights. What keeps images apart becomes that of one image, as
 * in batch_axis.h; the rest stays as it is, for all images at once; and where values go from one to
 * the other, each_image and join_images stand between (ops/images.h). Inputs and outputs are those
 * of the network. */
#ifndef SN_PASSES_BATCH_SPLIT_H
#define SN_PASSES_BATCH_SPLIT_H

#include "ir/op.h"

/* How far what is done to images, batch normalizations above all, is taken apart and put together
 * again. */
typedef enum sn_restructuring {
    SN_RESTRUCTURE_FUSED, /* statistics image by image, behind what makes the image; what a later
                             part reads is computed again where that keeps less (batch_parts.h) */
    SN_RESTRUCTURE_SPLIT, /* statistics in a sweep of their own; elementwise operators together */
    SN_RESTRUCTURE_PLAIN, /* each operator a sweep */
    SN_N_RESTRUCTURINGS
} sn_restructuring;
/* "fused", "split", "plain" */
const char *sn_restructuring_name(sn_restructuring r);

/* What of the values that are kept for long is computed again instead. */
typedef struct sn_batch_memory {
    int depth;   /* so many operators, elementwise ones apart, make it of what is kept */
    size_t most; /* of so many values at most */
    size_t n;    /* there: of so many it was */
    double (*seconds)(void *user, const sn_node *node); /* that a node takes */
    void *user;
} sn_batch_memory;

/* A new graph, inferred, for planning alone. The first n_inputs inputs may have images in axis 0:
 * they have where it is as long as the first one's. memory may be NULL: what is kept is. *out stays
 * NULL, and *why says why, where that gains nothing: no convolution or pooling would be of one
 * image. */
sn_status sn_batch_split(const sn_graph *g, size_t n_inputs, sn_restructuring how,
                         sn_batch_memory *memory, sn_arena *arena, sn_graph **out,
                         const char **why) SN_MUST_CHECK;

#endif
