/* SPDX-License-Identifier: Apache-2.0
 *
 * What stands behind the opaque types of sinter.h. */
#ifndef SN_API_MODEL_H
#define SN_API_MODEL_H

#include "base/vec.h"
#include "formats/format.h"
#include "ops/cost.h"
#include "ops/ops.h"
#include "passes/batch_split.h"
#include "sinter/sinter.h"

struct sn_context {
    sn_ctx *ctx;
    sn_arena *arena; /* of texts that live as long; NULL: none yet. By sn_context_arena */
    sn_context_options options;
    sn_model *models; /* all that live */
};

sn_arena *sn_context_arena(sn_context *c);

/* Options as this version has them, from those of a caller who may know fewer or more; NULL: all of
 * them zero. SN_E_ARG for a size that is none, and where a field is set that is not known here. */
sn_status sn_take_options(sn_ctx *ctx, const char *type, void *own, size_t own_bytes,
                          const void *given) SN_MUST_CHECK;
#define SN_TAKE_OPTIONS(ctx, type, own, given)                                                     \
    SN_TRY(sn_take_options((ctx), #type, (own), sizeof *(own), (given)))

/* Where the last walk stood; valid while the graph is the same. */
typedef struct sn_cursor {
    const sn_graph *graph;
    uint32_t n_ids, n_nodes, index;
    const sn_node *node;
    uint32_t owners[SN_MAX_BODY_DEPTH]; /* by depth: the last layer with bodies that was passed */
} sn_cursor;

struct sn_model {
    sn_context *context;
    sn_graph *graph;
    const sn_format *format;   /* it was read from, or will be written in */
    const sn_spelling *target; /* in the arena, or the newest of its format */
    bool images_matched;       /* it has the axis of images that target_format has, not `format` */
    const sn_format *target_format;       /* what it is optimized for; mostly `format` */
    sn_arena *arena;                      /* strings that callers were given */
    const char *read_path, *read_weights; /* the files it was read from; NULL: none */
    sn_graph *as_read; /* before anything was inferred, with the sizes that were given; or NULL:
                        * sizes that are given next are those of what the network became */
    bool inferred;
    bool warned;
    bool sizes_given;               /* of some input, by the caller */
    bool told_hint;                 /* the user knows that a hint of the file is wrong */
    bool told_images;               /* why compiled code has an axis of images */
    bool told_threads;              /* that its threads need an operating system */
    size_t n_image_inputs;          /* only the first ones may have images; 0: all may */
    sn_restructuring restructuring; /* of what is done to images that meet */
    int64_t memory;                 /* bytes of workspace that a compiled run may take; 0: any */
    struct sn_map *warned_of; /* ids of nodes that are boundaries, and of which the user knows */
    int batch;                /* sn_model_set_batch; 0: it was not called */
    bool is_part;     /* it was cut out: shapes of inputs are those that the whole network proves */
    bool lists_nodes; /* sn_model_list_nodes */
    bool lists_bodies; /* sn_model_list_bodies */
    sn_cursor cursor;
    sn_arena *results;           /* of the last run; NULL: none */
    SN_VEC(sn_graph *) given_up; /* by failed optimizations: callers may hold names of theirs */
    sn_model *prev, *next;
};

sn_model *sn_model_of_graph(sn_context *c, sn_graph *g, const sn_format *format);
/* A copy was read from the same files. */
void sn_model_read_like(sn_model *copy, const sn_model *m);
/* SN_E_ARG where the path is a file that the network was read from: for what is not a network, and
 * so cannot replace it. */
sn_status sn_model_spare(const sn_model *m, const char *path) SN_MUST_CHECK;
/* Gives inputs without sizes those that the file hints at; `said` tells which. */
sn_status sn_model_pin_hints(sn_model *m, sn_arena *scratch, sn_str *said) SN_MUST_CHECK;
/* SN_E_SHAPE, for an input whose sizes are not known. */
sn_status sn_model_lacks_sizes(sn_model *m, const sn_value *input) SN_MUST_CHECK;
/* The first input whose sizes are not known; NULL: they all are. */
sn_status sn_model_open_input(sn_model *m, const sn_value **open) SN_MUST_CHECK;
/* What m runs as: m itself where all sizes of its inputs are known, else such a copy, which the
 * caller destroys, also after a failure. */
sn_status sn_model_at_hints(sn_model *m, sn_model **out) SN_MUST_CHECK;
/* A copy, of whose inputs those that have no sizes get what the file hints at. SN_E_SHAPE where
 * that is nothing. *out is the copy all the same. */
sn_status sn_model_clone_at_hints(sn_model *m, sn_model **out) SN_MUST_CHECK;
/* A format has an axis of images in front of channels, or not: one image is put in front, or the
 * one that there is goes, where sizes are known and every operator allows it; else all stays. */
sn_status sn_model_match_images(sn_model *m, const sn_format *format) SN_MUST_CHECK;
/* What is constant, or follows from sizes, is worked out, and what does nothing goes. */
sn_status sn_model_work_out(sn_model *m) SN_MUST_CHECK;
/* The same, and says in other words what its target has no words for, checked step by step. */
sn_status sn_model_legalize(sn_model *m) SN_MUST_CHECK;
/* Pieces are joined to operators that its target has, checked step by step. */
sn_status sn_model_recognise(sn_model *m) SN_MUST_CHECK;
/* To be called before the graph is changed by more than inference. */
void sn_model_changes(sn_model *m);
/* Types and shapes are there afterwards. */
sn_status sn_model_infer(sn_model *m) SN_MUST_CHECK;
/* SN_E_ARG where a comparison cannot be held to it. */
sn_status sn_bound_check(sn_ctx *ctx, double bound) SN_MUST_CHECK;
/* What the caller fed as input v, whose sizes are known: its elements, which are copied. */
sn_status sn_model_feed(sn_model *m, const sn_value *v, const void *data,
                        const sn_tensor **out) SN_MUST_CHECK;
/* A comparison as callers see it; it lives as long as m. */
struct sn_compare_result;
void sn_comparison_fill(sn_model *m, const struct sn_compare_result *r, sn_comparison *out);
void sn_context_progress(sn_context *c, const char *what, uint64_t n_done, uint64_t n_total);

/* Looks a value up by name, outside names first; SN_E_ARG with the nearest name. */
sn_status sn_model_find_value(sn_model *m, const char *name, sn_value **out) SN_MUST_CHECK;

void sn_value_describe(const sn_value *v, const char *name, sn_value_info *out);
/* The elements of t, which is dense, copied into `copy`; NULL: where they are. */
sn_array sn_array_of(const sn_tensor *t, const char *name, sn_arena *copy);
/* a->rank is one that a shape can have. */
sn_shape sn_array_shape(const sn_array *a);

/* Makes the folder, unless it is there, and writes all files into it or none. */
struct sn_source_set;
sn_status sn_write_folder(const sn_model *m, sn_arena *arena, const char *folder,
                          const struct sn_source_set *set) SN_MUST_CHECK;

/* ---- cost.c ---------------------------------------------------------------------------------- */

/* What the network costs; sizes that are not known make `known` false and count as nothing. */
typedef struct sn_total_cost {
    sn_workload work;
    uint64_t n_weights, weight_bytes; /* of bodies, too */
    /* of activations, f32, in list order, each freed after its last reader; while a body runs, with
     * what is in it */
    uint64_t peak_bytes;
} sn_total_cost;
uint64_t sn_value_bytes(const sn_value *v); /* 0: sizes are not known */
void sn_own_weights(const sn_node *n, uint64_t *count, uint64_t *n_bytes);
const char *sn_params_text(const sn_node *n, sn_arena *arena);
void sn_graph_cost(const sn_graph *g, sn_total_cost *out);
/* At the sizes that are proved or given, else at the file's hints, else at sizes of sinter's
 * choosing. *sized: that graph, for the caller to destroy (NULL: g itself has all sizes, or none
 * were found); *guessed: the last case. Both may be NULL. */
sn_status sn_graph_cost_at_some_size(const sn_graph *g, sn_total_cost *out, sn_graph **sized,
                                     bool *guessed) SN_MUST_CHECK;

#endif
