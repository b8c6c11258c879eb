/* SPDX-License-Identifier: Apache-2.0
 *
 * What passes on nodes with bodies share. */
#ifndef SN_PASSES_BODIES_H
#define SN_PASSES_BODIES_H

#include "ops/trips.h"
#include "passes/pass.h"

/* Commits that output i of n is now[i], where it is read. same_shape: as in sn_rewrite. */
sn_status sn_commit_outputs(sn_pass_run *run, sn_node *n, sn_value *const *now, bool same_shape,
                            const char *note) SN_MUST_CHECK;

#endif
