/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups of full mode while they grow. For files of this module.
 *
 * Every group has a tile: the shape in which its last values are computed, element by element.
 * Values of that shape, of the group's present stage, can be gone on with; a move begins a new
 * stage. */
#ifndef SN_FUSION_FULL_H
#define SN_FUSION_FULL_H

#include "base/map.h"
#include "fusion/cost.h"
#include "fusion/quotient.h"

typedef struct sn_fused {
    sn_node *anchor;
    sn_shape tile;
    uint32_t stage;
    bool in_slices;
    bool moves_only;     /* no arithmetic in it */
    unsigned rules;      /* bits of those that made it */
    uint32_t n_operands; /* values read beside the anchor's own */
} sn_fused;

typedef struct sn_fuser {
    sn_fusion_view *v;
    const sn_capability *can;
    const sn_machine *m;
    unsigned without;  /* sn_fusion_options.without */
    const bool *apart; /* by id of a value: what makes it is alone; NULL: nothing is */
    sn_group_dag q;
    sn_fused *of; /* by group */
    sn_fusion_role *role;
    uint32_t *stage;    /* by node: in which it was computed */
    double *bytes;      /* by node, of its outputs; -1: not asked yet */
    uint32_t *kept_for; /* by node: whose prologue it is to be; SN_NOT_HERE: nobody's */
    sn_map *refusals;   /* by edge: index of the remark, plus 1 */
} sn_fuser;

#define SN_MOST_TOGETHER                                                                           \
    64                     /* operators in a group: what one function of generated code may hold   \
                            */
#define SN_MOST_OPERANDS 8 /* values that a group reads: each needs a register for its address */

/* ---- full.c: what rules share ---------------------------------------------------------------- */

uint32_t sn_fuser_group(sn_fuser *f, uint32_t node);
/* Groups that make what node i reads, each once, the one that runs last first; at most `max`, in
 * groups[]. */
uint32_t sn_fuser_makers(sn_fuser *f, uint32_t i, uint32_t *groups, uint32_t max);
/* The one operand with a maker that i reads, and its maker; SN_NOT_HERE when there is none, or
 * several. */
uint32_t sn_fuser_only_maker(sn_fuser *f, uint32_t i, const sn_value **value);
/* Whether somebody outside the group reads a value of node i, but for node `but`. */
bool sn_fuser_read_beyond_group(sn_fuser *f, uint32_t i, uint32_t but);
/* Whether node k's value can be gone on with in its group's present stage. */
bool sn_fuser_at_tile(sn_fuser *f, uint32_t k);
static inline bool sn_fuser_is_off(const sn_fuser *f, sn_fusion_rule rule)
{
    return f->without >> rule & 1;
}
/* NULL, or why a rule may not make one group of two: it is switched off, sizes, ways. */
const char *sn_fuser_conflict(sn_fuser *f, sn_fusion_rule rule, uint32_t a, uint32_t b);
/* b becomes part of a, whose facts stay. */
void sn_fuser_join(sn_fuser *f, uint32_t a, uint32_t b, sn_fusion_rule rule, uint32_t producer,
                   uint32_t consumer, const char *why);
/* Remembers why an edge was not fused; the first reason stands. Always false. */
bool sn_fuser_refuse(sn_fuser *f, sn_fusion_rule rule, uint32_t producer, uint32_t consumer,
                     const char *why);
/* An edge into or out of something in slices: there is nothing to do for it. */
void sn_fuser_place(sn_fuser *f, uint32_t producer, uint32_t consumer, const char *why);
/* "16.0 KB less through L2" */
const char *sn_fuser_saving(sn_fuser *f, uint32_t producer, bool vanishes);
double sn_fuser_bytes(const sn_fuser *f, uint32_t node);

/* ---- rules: whether node i was taken into a group of before ---------------------------------- */

bool sn_fuse_point(sn_fuser *f, uint32_t i);    /* full_point.c */
bool sn_fuse_move(sn_fuser *f, uint32_t i);     /* full_move.c */
bool sn_fuse_factor(sn_fuser *f, uint32_t i);   /* full_factor.c */
bool sn_fuse_prologue(sn_fuser *f, uint32_t i); /* full_prologue.c */
/* Whether elementwise node i stays out of the group of what it reads, since a node behind takes it
 * as its prologue; it may join others that are kept for that node. */
bool sn_fuser_keep(sn_fuser *f, uint32_t i);
bool sn_fuse_sum(sn_fuser *f, uint32_t i); /* full_sum.c */
/* Whether what node k makes is summed up as it is stored: nothing else is done to it before. */
bool sn_fuser_is_summed(sn_fuser *f, uint32_t k);

#endif
