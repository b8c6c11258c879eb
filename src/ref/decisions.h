/* SPDX-License-Identifier: Apache-2.0
 *
 * Evidence from integers and bools inside, which decide what numbers become: a condition that no
 * input met, an index that none made. */
#ifndef SN_REF_DECISIONS_H
#define SN_REF_DECISIONS_H

#include "ref/inner.h"

/* What speaks against the networks' being the same, once so many sets of inputs ran: integers or
 * bools of either network that hang on contents of inputs, were the same number throughout all
 * runs, and that no layer of the other network makes in the same way of what agrees; what is made
 * with such a condition agrees only with what is not made with it; integers or bools of b that
 * agree with those of a, made of the same by the same operator with other constants or params. */
sn_status sn_decisions_found(const sn_inner *inner, const sn_graph *a, const sn_graph *b,
                             int n_runs, sn_arena *arena, sn_inner_finding *out,
                             bool *found) SN_MUST_CHECK;

#endif
