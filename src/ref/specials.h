/* SPDX-License-Identifier: Apache-2.0
 *
 * What is seldom hit by chance: numbers that networks compare an input with, or compute with it or
 * with what they make of each of its elements; queries of which an attention's mask hides all keys.
 */
#ifndef SN_REF_SPECIALS_H
#define SN_REF_SPECIALS_H

#include "ir/op.h"

/* t, contents of input v of g and, as far as it has one of that name, of v_b: some of its elements
 * are such numbers, or next to one, instead; some rows of a mask hide all. A reference of its own
 * in *out; t where there are none. limit: as of sn_feed_limit. plain: of floats, only those with
 * few digits (sn_is_plain_number). */
sn_status sn_with_specials(sn_ctx *ctx, const sn_value *v, const sn_value *v_b, const sn_tensor *t,
                           int64_t limit, bool plain, uint64_t seed,
                           const sn_tensor **out) SN_MUST_CHECK;

#endif
