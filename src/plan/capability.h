/* SPDX-License-Identifier: Apache-2.0
 *
 * What plans can do with groups of operators. */
#ifndef SN_PLAN_CAPABILITY_H
#define SN_PLAN_CAPABILITY_H

#include "fusion/capability.h"
#include "kernels/kernel.h"

/* For sn_fuse; k must outlive it. */
sn_capability sn_plan_capability(const sn_kernel_ctx *k);

#endif
