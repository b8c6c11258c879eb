/* SPDX-License-Identifier: Apache-2.0
 *
 * Fusion groups: which operators are computed together, so that values between them need not go
 * through memory.
 *
 *     off   every operator alone
 *     tvm   as TVM's FuseOps does it: post-dominator tree, one output a group (fusion/partition.h)
 *     full  beyond: several outputs, moves behind moves, parts that are stored where they belong;
 *           legal where the group is convex, done where there is a kernel for it (fusion/full.h)
 *
 * docs/fusion.md has the rules. Nothing in the graph is changed. */
#ifndef SN_FUSION_GROUPS_H
#define SN_FUSION_GROUPS_H

#include "fusion/capability.h"

typedef enum sn_fusion_mode { SN_FUSION_OFF, SN_FUSION_TVM, SN_FUSION_FULL } sn_fusion_mode;

/* What a node does in its group. */
typedef enum sn_fusion_role {
    SN_ROLE_ANCHOR, /* the complex operator */
    SN_ROLE_POINT,  /* elementwise or broadcast, behind the anchor or without one */
    SN_ROLE_MOVE,   /* elements change places only */
    SN_ROLE_REDUCE, /* a reduction */
    SN_ROLE_FACTOR, /* a factor for each channel of what the anchor sums up, which takes it into its
                       weights */
    SN_ROLE_PROLOGUE, /* elementwise, in front of the anchor, whose kernel does it to what it reads
                       */
    SN_ROLE_SUM,      /* sums by channel of what the group stores: means, moments, .. */
    SN_N_ROLES
} sn_fusion_role;
const char *sn_fusion_role_name(sn_fusion_role role);

typedef struct sn_group {
    sn_node **nodes;
    size_t n_nodes;        /* topological */
    sn_fusion_role *roles; /* of each */
    sn_node *anchor;       /* the complex operator, or NULL */
    sn_value **inputs;
    /* read from outside; no constants, and nothing of which only the shape is read */
    size_t n_inputs;
    sn_value **outputs;
    size_t n_outputs; /* read outside, or results */
    bool in_slices; /* a concat whose parts are stored where they belong, or a split or crop that is
                       read where it lies: nothing is left to do */
    double bytes_saved; /* that are neither written nor read again */
    const char *why;    /* these operators are together; or why a single one is alone */
} sn_group;

/* An edge that was looked at, between nodes of what were two groups. */
typedef struct sn_fusion_remark {
    bool fused;
    const sn_node *producer, *consumer;
    const char *rule; /* "epilogue", static */
    const char *why;  /* with numbers; names no node */
    double bytes;     /* that fusing saves, or would save */
} sn_fusion_remark;

typedef struct sn_groups {
    sn_group *group;
    size_t n;         /* in an order in which they can be computed */
    int32_t *of_node; /* by node id; -1: input, constant and output nodes, and views that only fit
                       * a value to what it is broadcast to */
    sn_fusion_remark *remarks;
    size_t n_remarks;
} sn_groups;

typedef enum sn_fusion_rule {
#define FUSION_RULE(id, name, does) SN_FUSION_RULE_##id,
#include "sinter/fusion_rules.def"
#undef FUSION_RULE
    SN_FUSION_RULE_NONE, /* of remarks: no rule is for such an edge */
    SN_N_FUSION_RULES
} sn_fusion_rule;

const char *sn_fusion_rule_name(sn_fusion_rule rule);
/* The bits, 1 << rule, of rules that are named, "rows,in slices": SN_E_ARG names one that there is
 * not, and those there are. NULL: none. */
sn_status sn_fusion_rules_read(sn_ctx *ctx, const char *names, unsigned *bits) SN_MUST_CHECK;
/* Why a rule was not applied. */
extern const char sn_fusion_switched_off[];

typedef struct sn_fusion_options {
    sn_fusion_mode mode;
    unsigned without; /* bits of rules of FULL that are not applied */
    bool apart;       /* of FULL: elementwise operators of what each image has one of are alone */
    const sn_capability *can;  /* of FULL, as is: */
    const sn_machine *machine; /* whose levels of memory remarks name */
} sn_fusion_options;

/* g is inferred; where sizes are not known, less is fused. Everything in `out` lives in `arena`. */
sn_status sn_fuse(const sn_graph *g, const sn_fusion_options *options, sn_arena *arena,
                  sn_groups *out) SN_MUST_CHECK;

#endif
