/* SPDX-License-Identifier: Apache-2.0
 *
 * max_pool_gradient, average_pool_gradient: slots. Their params are those of the pooling
 * (ops/pool.h). */
#ifndef SN_OPS_POOL_GRADIENT_H
#define SN_OPS_POOL_GRADIENT_H

enum {
    SN_POOL_GRADIENT_DY,
    SN_POOL_GRADIENT_X, /* of average_pool_gradient only its shape is read */
};

#endif
