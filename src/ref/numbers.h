/* SPDX-License-Identifier: Apache-2.0
 *
 * Evidence from layers of many elements that have a number among their params: a bound inside of a
 * recurrence, an epsilon. */
#ifndef SN_REF_NUMBERS_H
#define SN_REF_NUMBERS_H

#include "ref/inner.h"

/* The first node of b in its order that reads the same as one of a with the same operator, makes
 * the same of it, and has other numbers among its params and nothing else: no input reveals them.
 */
bool sn_numbers_found(const sn_inner *inner, const sn_graph *b, sn_arena *arena,
                      sn_inner_finding *out);

#endif
