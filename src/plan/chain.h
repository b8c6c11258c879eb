/* SPDX-License-Identifier: Apache-2.0
 *
 * Chains: elementwise nodes of a group that end in one value, whose way there nobody else reads,
 * and that one step computes. */
#ifndef SN_PLAN_CHAIN_H
#define SN_PLAN_CHAIN_H

#include "plan/planner.h"

/* A chain on its way to becoming one formula. */
typedef struct sn_chain {
    const sn_value *start; /* what a kernel computes: input 0; NULL: there is none */
    sn_map *member;        /* ids of nodes */
    sn_formula f;          /* operand 0 is `start`, or unused */
    bool ok;
} sn_chain;

/* A group on its way to becoming steps. */
typedef struct sn_group_walk {
    planner *p;
    const sn_group *group;
    sn_map *lowered;                 /* ids of nodes that are in some step */
    const char *why;                 /* the group has become several steps, if it has */
    SN_VEC(const sn_node *) members; /* of the chain that was looked for last */
} sn_group_walk;

/* Whether steps so far compute the value, or none has to. */
bool sn_chain_is_known(const sn_group_walk *w, const sn_value *v);
/* The formula of these members, in an order in which they can be computed; the last one's value is
 * the result. c->start and c->member are given. */
void sn_chain_build(planner *p, sn_chain *c, const sn_node *const *members, size_t n);
/* From `first` on in the group's order, the longest run of members that ends in one value: how many
 * of w->members, and the chain; 0: the kernel's own result `start` is stored. `at`: where to begin
 * in the group. A step that gives the result in that layout can read all operands; `strided`: with
 * any broadcast. */
size_t sn_chain_longest(sn_group_walk *w, const sn_value *start, size_t at, const sn_node *first,
                        sn_layout_kind kind, bool strided, sn_chain *best);
/* The same of nodes whose formulas are typed, from group node `at` on: at least that one, where no
 * kernel's result `start` is given. */
size_t sn_chain_longest_typed(sn_group_walk *w, const sn_value *start, size_t at);

/* ---- prologue.c ------------------------------------------------------------------------------ */
/* What the group's members of that role are done to, in that layout, as operand 0 of the step, and
 * what they do as sn_step.prologue. */
sn_status sn_plan_read_prologue(sn_group_walk *w, sn_step *s, sn_layout_kind kind) SN_MUST_CHECK;

/* ---- factor.c -------------------------------------------------------------------------------- */
/* The member that multiplies operand 0 of n, which multiplies its weights instead; NULL: none. */
const sn_node *sn_plan_factor_of(const sn_group_walk *w, const sn_node *n);
/* What `mul` multiplies in that layout as operand 0 of the step, and what by as sn_step.factor. */
sn_status sn_plan_read_factor(planner *p, sn_step *s, const sn_node *mul,
                              sn_layout_kind kind) SN_MUST_CHECK;

/* ---- sums.c ---------------------------------------------------------------------------------- */
/* Where the step, whose kernel takes sums of these kinds (bits of sn_sums_kind), stores the value
 * that a member sums up, it makes what that makes, too; else the member becomes a step of its own.
 */
sn_status sn_plan_add_sums(sn_group_walk *w, sn_step *s, unsigned kinds) SN_MUST_CHECK;

#endif
