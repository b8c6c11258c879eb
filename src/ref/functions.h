/* SPDX-License-Identifier: Apache-2.0
 *
 * Evidence from functions of one number where values tell nothing: a bound that no input reached, a
 * slope where nothing was negative. */
#ifndef SN_REF_FUNCTIONS_H
#define SN_REF_FUNCTIONS_H

#include "ref/inner.h"

/* Once all sets of inputs ran: the first node of b in its order that is a function of one number,
 * whose result and argument agree with those of such functions of a, but whose value at some
 * number is that of none of them. The numbers: powers of two, 0, and what is about the params and
 * constants of either. */
sn_status sn_functions_found(const sn_inner *inner, const sn_graph *b, sn_arena *arena,
                             sn_inner_finding *out, bool *found) SN_MUST_CHECK;

#endif
