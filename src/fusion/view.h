/* SPDX-License-Identifier: Apache-2.0
 *
 * The operators of a graph in order, without the frame (inputs, constants, the output node), and
 * groups of them put together on demand. For files of this module alone. */
#ifndef SN_FUSION_VIEW_H
#define SN_FUSION_VIEW_H

#include "base/vec.h"
#include "fusion/groups.h"
#include "ops/ops.h"

#define SN_NOT_HERE UINT32_MAX

typedef struct sn_fusion_reader {
    sn_node *node;
    uint32_t index; /* SN_NOT_HERE: of the frame */
    uint16_t slot;
} sn_fusion_reader;

typedef struct sn_fusion_view {
    const sn_graph *g;
    sn_arena *arena; /* of the result */
    uint32_t n;
    sn_node **node;  /* topological */
    uint32_t *index; /* by node id; SN_NOT_HERE: of the frame, or transparent */
    /* By node id: a view that only fits its input to what it is broadcast to. Who reads it reads
     * its input; it is in no group. */
    bool *is_transparent;
    sn_fusion_reader *reader;
    uint32_t *first_reader; /* by value id */
    SN_VEC(sn_fusion_remark) remarks;
} sn_fusion_view;

void sn_fusion_view_init(sn_fusion_view *v, const sn_graph *g, sn_arena *arena);
/* What a node reads in a slot, seen through transparent views; NULL where nothing is given, a
 * constant is, or only the shape is read. */
sn_value *sn_fusion_read(const sn_fusion_view *v, const sn_node *n, unsigned slot);
/* Those of which sn_fusion_read gives the value. */
#define SN_EACH_READER(r, v, value)                                                                \
    for (const sn_fusion_reader *r = (v)->reader + (v)->first_reader[(value)->id];                 \
         r < (v)->reader + (v)->first_reader[(value)->id + 1]; r++)
/* The operator that makes a value; SN_NOT_HERE when it is fed. */
uint32_t sn_fusion_maker(const sn_fusion_view *v, const sn_value *value);
double sn_fusion_bytes(const sn_value *value); /* 0: not known */
/* Of the shape alone, in a kind that the graph's shapes tell: broadcast of an operand of the
 * result's shape is elementwise. */
sn_fusion_kind sn_fusion_edge_kind(const sn_node *reader, const sn_value *value);

/* What an operator of that kind does in a group of which nothing more is known. */
sn_fusion_role sn_fusion_role_of(sn_fusion_kind kind);

/* What a partition says: by index, which group a node is in (any numbers below n), when that group
 * runs (by group number; no two alike), and what is known of the group. */
typedef struct sn_fusion_result {
    const uint32_t *group;
    const uint32_t *when;
    const sn_fusion_role *roles; /* by index */
    const sn_group *facts;       /* by group number: anchor, in_slices, why */
} sn_fusion_result;
void sn_fusion_assemble(sn_fusion_view *v, const sn_fusion_result *r, sn_groups *out);

/* tvm.c, full.c */
void sn_fuse_tvm(sn_fusion_view *v, sn_groups *out);
void sn_fuse_full(sn_fusion_view *v, const sn_fusion_options *options, sn_groups *out);

#endif
