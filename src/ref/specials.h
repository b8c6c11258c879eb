/* SPDX-License-Identifier: Apache-2.0
 *
 * What is seldom hit by chance: numbers that networks compare an input with, or compute with it or
 * with what they make of each of its elements; queries of which an attention's mask hides all keys.
 */
#ifndef SN_REF_SPECIALS_H
#define SN_REF_SPECIALS_H

#include "ir/op.h"

/* How many such numbers there are for an input of that type. */
int64_t sn_n_specials(const sn_value *v, const sn_value *v_b, sn_type type, int64_t limit,
                      sn_arena *scratch);

/* t, contents of input v of g and, as far as it has one of that name, of v_b: some of its elements
 * are such numbers, or next to one, instead; some rows of a mask hide all. A reference of its own
 * in *out; t where there are none. limit: as of sn_feed_limit. plain: of floats, only those with
 * few digits (sn_is_plain_number). sweep: not negative, all elements are one of these numbers, each
 * in its sweep: what lies at the border of one is not excused by what lies at that of another. */
sn_status sn_with_specials(sn_ctx *ctx, const sn_value *v, const sn_value *v_b, const sn_tensor *t,
                           int64_t limit, bool plain, uint64_t seed, int sweep,
                           const sn_tensor **out) SN_MUST_CHECK;

#endif
