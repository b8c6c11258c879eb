/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks of rewrites and of whole networks by running them. */
#ifndef SN_REF_CHECK_H
#define SN_REF_CHECK_H

#include "ir/region.h"

/* Runs both sides of a rewrite on small seeded inputs: sizes that are proved stay (large ones are
 * made small where both sides still allow it), unknown sizes and ranks are tried at random until
 * some fit the side before. Where the side before works, the side after must work and agree. Three
 * sets of contents for each of up to two shapes a rank. An sn_check_fn. */
sn_status sn_check_region(void *user, const sn_region *region, sn_arena *arena,
                          sn_check_result *out);

#endif
