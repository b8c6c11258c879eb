/* SPDX-License-Identifier: Apache-2.0
 *
 * join_images, each_image: params, and which values are of one image. They stand in graphs that are
 * planned and nothing else: part of such a graph is computed once for each image of a batch, the
 * rest once for all of them (passes/batch_split.h). Where values go from one part to the other,
 * there is one of these. */
#ifndef SN_OPS_IMAGES_H
#define SN_OPS_IMAGES_H

#include "ir/op.h"

typedef struct sn_join_images_params {
    int32_t n; /* images: the size of the axis that is put in front */
} sn_join_images_params;

typedef struct sn_each_image_params {
    int32_t apart; /* bool: axis 0 is that of the images, and goes; else x is the same for all of
                      them */
} sn_each_image_params;

/* Whether the node joins images or takes them apart, and computes nothing. */
bool sn_is_image_view(const sn_node *n);
/* Of such a node: the same for all images. */
bool sn_is_for_each_image(const sn_node *n);
/* What v is all images of; NULL: it is not. */
sn_value *sn_image_of(const sn_value *v);
/* Whether v is all images of something that has channels in front: an operand that can be in blocks
 * of channels, image by image. */
bool sn_is_joined_channels(const sn_value *v);
/* The same of `group` groups of `each` channels, which are whole blocks of `lanes`, or one. */
bool sn_is_joined_blocks(const sn_value *v, int64_t group, int64_t each, int lanes);
/* Of a node that takes apart again what has been joined: what that was; NULL: it does not. */
const sn_value *sn_image_of_joined(const sn_node *n);
/* By id of a value: there is one for each image. */
bool *sn_values_of_images(const sn_graph *g, sn_arena *arena);
/* How many images there are; 0: no value is of one. */
int64_t sn_graph_images(const sn_graph *g);

#endif
