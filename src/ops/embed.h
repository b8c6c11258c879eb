/* SPDX-License-Identifier: Apache-2.0
 *
 * embed: slots. No params. */
#ifndef SN_OPS_EMBED_H
#define SN_OPS_EMBED_H

enum {
    SN_EMBED_IDS,    /* i32; clamped to the rows there are */
    SN_EMBED_WEIGHT, /* [input_dim][num_output] */
    SN_EMBED_BIAS,   /* [num_output], optional */
};

#endif
