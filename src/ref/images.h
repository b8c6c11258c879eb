/* SPDX-License-Identifier: Apache-2.0
 *
 * A network of one image beside the same network of a batch. */
#ifndef SN_REF_IMAGES_H
#define SN_REF_IMAGES_H

#include "ir/op.h"

/* Runs `batch`, whose inputs and outputs have an axis of n in front (an output of one image, which
 * has as many axes in both, has none), on seeded inputs, and `image`
 * on each image of them: SN_E_INTERNAL, naming the output, where results differ by more than
 * roundings. All sizes are known. */
sn_status sn_check_images_apart(const sn_graph *batch, const sn_graph *image,
                                int64_t n) SN_MUST_CHECK;

#endif
