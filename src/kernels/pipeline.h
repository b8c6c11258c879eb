/* SPDX-License-Identifier: Apache-2.0
 *
 * Several steps as one, row by row: each but the last keeps the last few rows that it made in a
 * ring, from which the next one reads ("line buffers"; Alwani et al., Fused-layer CNN accelerators,
 * 2016). What lies between them is never stored whole. */
#ifndef SN_KERNELS_PIPELINE_H
#define SN_KERNELS_PIPELINE_H

#include "kernels/kernel.h"

enum { SN_MOST_STAGES = 12 };

/* Whether the step's rows can be made one by one. */
bool sn_can_be_stage(const sn_step *s);
/* Whether `to` can read its rows as `from` makes them: all of what the one stores is input 0 of the
 * other, which reads nothing else that is computed. *why: a reason against it. */
bool sn_can_follow(const sn_step *from, const sn_step *to, const char **why);
/* Seconds that n steps, each of which can follow the one before, gain as one, on one thread;
 * negative: they lose, or their rows do not fit the cache, and *why says so. */
double sn_pipeline_gain(const sn_kernel_ctx *k, const sn_step *const *steps, int n,
                        const char **why);
/* One step for them, which replaces the last of them. */
sn_status sn_pipeline_of(const sn_kernel_ctx *k, const sn_step *const *steps, int n,
                         sn_step **out) SN_MUST_CHECK;

#endif
