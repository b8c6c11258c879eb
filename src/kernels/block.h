/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of mobile networks as one step: a 1x1 convolution that expands, a depthwise one, and a 1x1
 * one that projects, row by row, so that what lies between them stays in the cache. */
#ifndef SN_KERNELS_BLOCK_H
#define SN_KERNELS_BLOCK_H

#include "kernels/kernel.h"

/* The steps that a block is made of, planned already: `expand` and `project` by the kernel
 * pointwise, `middle` by depthwise. What they hand on is read by nobody else. NULL in *out where it
 * cannot be done, or would not pay; *why then says so. */
sn_status sn_block_of(const sn_kernel_ctx *k, const sn_step *expand, const sn_step *middle,
                      const sn_step *project, sn_step **out, const char **why) SN_MUST_CHECK;

#endif
