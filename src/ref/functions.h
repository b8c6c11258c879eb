/* SPDX-License-Identifier: Apache-2.0
 *
 * Evidence from functions of one number where values tell nothing: a bound that no input reached, a
 * slope where nothing was negative. */
#ifndef SN_REF_FUNCTIONS_H
#define SN_REF_FUNCTIONS_H

#include "ref/inner.h"

/* Once n_runs sets of inputs ran: the first node of b in its order that is a function of one
 * number, whose result and argument agree with those of such functions of a, but whose value at
 * some number is that of none of them. The numbers: powers of two, 0, and what is about the params
 * and constants of either, as far as the argument is not proved to be others.
 * Else the first node of b, then of a, that passed on an operand as it was in every run although
 * its formula may do something else (a bound that nothing reached, a maximum with what was always
 * smaller), where the other network has none like it that did the same, nor functions that are the
 * same there. */
sn_status sn_functions_found(const sn_inner *inner, const sn_graph *a, const sn_graph *b,
                             int n_runs, sn_arena *arena, sn_inner_finding *out,
                             bool *found) SN_MUST_CHECK;

#endif
