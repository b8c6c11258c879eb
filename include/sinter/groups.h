/* SPDX-License-Identifier: Apache-2.0
 *
 * What a network is compiled to: layers that are computed together, the steps that do it, and what
 * is where in memory when. A part of sinter.h, which is what to include. */
#ifndef SINTER_GROUPS_H
#define SINTER_GROUPS_H

#include "sinter/sinter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Layers that are computed together, so that what is between them does not go through memory. */
typedef struct sn_group_info {
    uint32_t n_layers;
    const uint32_t *layers;    /* as of sn_model_layer, of sn_groups_info.planned */
    const char *const *labels; /* of each */
    const char *const *roles;  /* of each: "anchor", "point", "move", ... (docs/fusion.md) */
    /* label of the complex layer that the others hang on; NULL: there is none */
    const char *anchor;
    uint32_t n_inputs, n_outputs;
    const char *const *inputs,
        *const *outputs; /* names of values that are read from outside, and that are stored */
    double bytes_saved;  /* not written and not read again */
    const char *why;
    uint32_t n_steps;
    const uint32_t *steps; /* that compute it, or a part of it: of sn_groups_info.steps */
    const char *no_step;   /* why nothing is left to do for some layer of it; NULL: there is */
} sn_group_info;
/* One call of a kernel, with layers of one group, or of several that it computes row by row. */
typedef struct sn_group_step {
    const char *kernel;
    const char *why; /* in which way, for people; may be NULL */
    uint32_t n_groups;
    const uint32_t *groups; /* none: it changes the type or layout of an input or result */
    int thread;             /* that does it alone; -1: all share it */
    bool side_by_side;      /* others do other branches; else it is too small to be shared */
    bool pools;             /* it pools what it makes, as it stores that */
    double flops, bytes;    /* arithmetic of a run; read and written, each tensor once */
} sn_group_step;
/* A part of the workspace, as long as something is in it that is still to be read. */
typedef struct sn_memory_block {
    uint32_t n_values;
    const char *const *values; /* that are in it, beside each other or one written over another; "":
                                  it has no name. None: what a kernel wants for itself */
    const uint32_t *layers;    /* of each, which makes it; SN_NO_LAYER: none does */
    uint64_t offset, bytes;    /* of all images of a batch */
    uint32_t first, last;      /* steps (sn_groups_info.steps) that write it first, read it last */
} sn_memory_block;
typedef struct sn_fused_edge {
    bool fused;
    const char *producer, *consumer; /* labels */
    const char *rule, *why;
    double bytes; /* that fusing saves, or would save */
} sn_fused_edge;
typedef struct sn_groups_info {
    /* The network that the groups are of, as it is compiled: optimized (but for as_is), and of one
     * image. Destroyed by the caller, or with the context; all that is here lives as long. */
    sn_model *planned;
    uint32_t n_groups;
    const sn_group_info *groups; /* in an order in which they can be computed */
    uint32_t n_steps;
    const sn_group_step *steps; /* in the order of a run */
    uint32_t n_edges;
    const sn_fused_edge *edges; /* what was fused, and what was not and why */
    uint32_t n_remarks;
    const char *const *remarks; /* what else was not done, and why */
    uint32_t n_blocks;
    const sn_memory_block *blocks; /* in the order of `first` */
    uint64_t tensor_bytes;         /* of the workspace, that blocks lie in */
    uint64_t unshared_bytes;       /* that they would take if none lay where another was before */
    uint64_t scratch_bytes;        /* of the workspace, for each thread */
    uint64_t weights_bytes;        /* constants as the code reads them */
} sn_groups_info;
/* What sn_model_compile makes of the network with these options (NULL: all zero), of one target; m
 * stays as it is. Fails as that does, and SN_E_SHAPE names an input of unknown sizes. */
SN_API sn_status sn_model_groups(sn_model *m, const sn_compile_options *options,
                                 sn_groups_info *out);

#ifdef __cplusplus
}
#endif

#endif
