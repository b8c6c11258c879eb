/* SPDX-License-Identifier: Apache-2.0
 *
 * A line in the making: shared by spell.c, which proposes lines, and prove.c, which reads them
 * back. */
#ifndef SN_FORMATS_NCNN_SPELL_H
#define SN_FORMATS_NCNN_SPELL_H

#include "formats/ncnn/writer.h"

typedef struct sn_ncnn_speller {
    sn_ncnn_writer *w;
    const sn_node *n;      /* makes the line's results */
    const sn_node *anchor; /* its operator has the row; n itself where nothing is behind it */
    int n_behind;
    const sn_node *behind[SN_NCNN_MAX_BEHIND]; /* from the anchor's reader to n */
    const sn_ncnn_record *record;              /* origin's, or NULL */
    sn_ncnn_import was;                        /* the origin read again */
    const char *why;                           /* the first reason why a row cannot spell it */
    const char *way;                           /* out of that; NULL */
    /* What the line reads: for each input of the anchor, then for the other inputs of each node
     * behind it. NULL: left out. */
    const sn_value **in;
    int n_in;
    bool asking; /* whether a line fits: none is made */
} sn_ncnn_speller;

/* The input by which a node hangs on the one in front of it, if one line may cover both; -1: none.
 */
int sn_ncnn_chain_slot(const sn_node *n);
/* The same of what stands for n in an expansion: operands that commute may be the other way round.
 */
int sn_ncnn_chain_slot_as(const sn_node *n, const sn_node *expanded);

/* Whether what makes that input is a transpose that the line of n may say, too: of a grid whose
 * coordinates come first. */
bool sn_ncnn_turns(const sn_node *n, unsigned slot);
/* That, or another node in front of it that is a part of its layer. */
bool sn_ncnn_takes_in(const sn_node *n, unsigned slot);

/* Of a constant that is no layer: it has the shape of its data. */
static inline bool sn_ncnn_is_own(const sn_value *v) { return v->kind != SN_RESULT && !v->def; }
const sn_shape *sn_ncnn_shape_of(const sn_value *v);

/* What the layer means whose bottoms are those of `ex`; NULL, with *wrong, where they do not fit.
 */
sn_status sn_ncnn_expand_line(sn_ncnn_speller *s, const sn_ncnn_import *im,
                              const sn_ncnn_export *ex, sn_graph **out,
                              const char **wrong) SN_MUST_CHECK;
/* What stands for the anchor in such an expansion, and the nodes behind it; NULL: it has no such
 * form. */
const sn_node *sn_ncnn_expanded_anchor(const sn_ncnn_speller *s, const sn_graph *expansion,
                                       const sn_node **behind);
/* Whether the layer that `im` reads, with the bottoms of `ex`, is what the line's nodes are; *wrong
 * says why not. */
sn_status sn_ncnn_prove_line(sn_ncnn_speller *s, const sn_ncnn_export *ex, const sn_ncnn_import *im,
                             const char **wrong) SN_MUST_CHECK;

#endif
