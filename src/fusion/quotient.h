/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups while they grow: sets of operators, in an order in which they can be computed as wholes.
 * For files of this module. */
#ifndef SN_FUSION_QUOTIENT_H
#define SN_FUSION_QUOTIENT_H

#include "fusion/view.h"

typedef struct sn_group_dag {
    const sn_fusion_view *v;
    uint32_t *parent;
    uint32_t *next, *last; /* members in a list; next of the last is SN_NOT_HERE */
    uint32_t *size;
    uint32_t *at;  /* place of a group in the order */
    uint32_t *who; /* the group at a place; SN_NOT_HERE: none any more */
    uint32_t *seen, round;
    uint32_t *todo;
} sn_group_dag;

void sn_group_dag_init(sn_group_dag *q, const sn_fusion_view *v);
uint32_t sn_group_dag_group(sn_group_dag *q,
                            uint32_t node); /* the node that stands for its group */
#define SN_EACH_MEMBER(i, q, group) for (uint32_t i = (group); i != SN_NOT_HERE; i = (q)->next[i])

/* Whether the two groups can be one: then no way leads from one over a third to the other. NULL, or
 * why not. */
const char *sn_group_dag_conflict(sn_group_dag *q, uint32_t a, uint32_t b);
/* Right after the question was answered with NULL. The new group is known by `a`. */
void sn_group_dag_join(sn_group_dag *q, uint32_t a, uint32_t b);

#endif
