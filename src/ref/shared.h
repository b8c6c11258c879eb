/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements of the first network that the second has bit by bit, at places from where both go on by
 * the same operators to their outputs: whatever roundings do further up, it has not shown there, so
 * it explains nothing further down.
 *
 * For each set of inputs: sn_shared_begin, every value of a is seen, then every one of b; then in
 * each run of a off by roundings what is shared is put back. */
#ifndef SN_REF_SHARED_H
#define SN_REF_SHARED_H

#include "ir/graph.h"

typedef struct sn_shared sn_shared;

/* The graphs stay as they are. */
sn_shared *sn_shared_create(const sn_graph *a, const sn_graph *b, sn_arena *arena);
/* On this set of inputs the second network does as the first but for one constant or number among
 * the params, and roundings do not make one of the other. */
bool sn_shared_has_cause(const sn_shared *shared);
/* ... so that v of a, a result or that constant, is not off by roundings of its own. */
bool sn_shared_keeps(const sn_shared *shared, const sn_value *v);
/* How many such there are, where the networks are the same but for these; 0: they are not, or some
 * may say the same in another way (sizes, places). */
int sn_shared_n_causes(const sn_shared *shared);
/* The only one in words, in the arena; NULL: it is not the only one. */
const char *sn_shared_cause(const sn_shared *shared, sn_arena *arena);
void sn_shared_begin(sn_shared *shared);
void sn_shared_end(sn_shared *shared); /* forgets what was seen; NULL is allowed */
void sn_shared_see_a(sn_shared *shared, const sn_value *v, const sn_tensor *t);
void sn_shared_see_b(sn_shared *shared, const sn_value *v, const sn_tensor *t);
/* *t, which is v of a off by roundings, with the elements that are shared as they were. */
sn_status sn_shared_put_back(const sn_shared *shared, const sn_value *v,
                             const sn_tensor **t) SN_MUST_CHECK;

#endif
