/* SPDX-License-Identifier: Apache-2.0
 *
 * Evidence from weights where values tell nothing: a filter so small that no rounded sum shows its
 * sign, or one that was given nothing but zeros. */
#ifndef SN_REF_FILTERS_H
#define SN_REF_FILTERS_H

#include "ref/inner.h"

/* What speaks against the networks' being the same, the first in the order of b, once all sets of
 * inputs ran: a node of b that received only zeros in every run, and has weights that a lacks;
 * one whose result agrees with one of a, that reads the same as the node that makes that, and has
 * its weights (times and plus what affine nodes behind it do, which may have been folded into
 * them), but not in all rows, or not with all signs. */
bool sn_filters_found(const sn_inner *inner, const sn_graph *a, const sn_graph *b, sn_arena *arena,
                      sn_inner_finding *out);

#endif
