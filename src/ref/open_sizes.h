/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes that a network leaves open, at other numbers than the first that were chosen for them: what
 * is the same at a batch of one and at a square may not be elsewhere. */
#ifndef SN_REF_OPEN_SIZES_H
#define SN_REF_OPEN_SIZES_H

#include "ref/shapes.h"

typedef enum sn_open_kind {
    SN_OPEN_APART, /* 2, 3, ... where the first is 1, else odd numbers such as 33 and 47: as many as
                      run are other numbers than the first ones, and than one another */
    SN_OPEN_LONG,  /* beyond 128, of networks that are light there */
    SN_OPEN_CUT,   /* the same, beyond where a slice of g or `also` ends: the furthest that is light
                    */
    SN_OPEN_SHORT, /* 4, 5, 6, ... else 2, 3, 4, ...; leading ones as above */
    SN_OPEN_ONES,  /* 1 for all, which broadcasts */
} sn_open_kind;

/* A clone of g at such sizes; `first` is one at the first. Sizes that inputs of the same names have
 * in `also` are not open. NULL in *out: none are, or nothing else fits (and pleases wish->fits). */
sn_status sn_graph_at_open_sizes(const sn_graph *g, const sn_graph *first, const sn_graph *also,
                                 sn_open_kind kind, sn_size_wish *wish,
                                 sn_graph **out) SN_MUST_CHECK;

#endif
