/* SPDX-License-Identifier: Apache-2.0
 *
 * max_unpool: slots. */
#ifndef SN_OPS_MAX_UNPOOL_H
#define SN_OPS_MAX_UNPOOL_H

enum {
    SN_UNPOOL_X,
    SN_UNPOOL_INDICES, /* of the shape of x: places in the result */
    SN_UNPOOL_SHAPE,   /* optional: of the result */
};

#endif
