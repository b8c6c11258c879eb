/* SPDX-License-Identifier: Apache-2.0
 *
 * What is in a network: layers, values, weights, sizes, costs. A part of sinter.h, which is what to
 * include. */
#ifndef SINTER_LOOK_H
#define SINTER_LOOK_H

#include "sinter/sinter.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sn_layer_info {
    const char *name, *op;
    const char *label;            /* as remarks call it: the name, printable, or "relu #12" */
    const char *type;             /* what the file calls it; "" where it was not read from one */
    const char *params;           /* what is not as by default, for people: "3x3 s2 p1 g32 relu" */
    uint32_t n_inputs, n_outputs; /* without weights */
    /* negative: sizes are not known, or how often a body that multiplies runs. Of a layer with
     * bodies, of all runs of its body, or of the dearer branch */
    double macs;
    uint64_t n_weights, weight_bytes; /* its own, not those of layers in its bodies */
    bool implied;
    uint32_t n_bodies;
    uint32_t owner; /* the layer in whose body it is; SN_NO_LAYER: it is in none */
    uint32_t body;  /* in which of them */
} sn_layer_info;
#define SN_NO_LAYER UINT32_MAX
/* Layers as the file has them. A layer may be several nodes, and what it computes is said by all
 * of them: where every node is listed, those that no layer of their own stands for are `implied`.
 */
SN_API void sn_model_list_nodes(sn_model *m, bool every);
/* Layers of bodies are listed, too: behind the layer that has the bodies, body after body. What
 * takes the index of a layer takes it as it is listed then. At first they are not. */
SN_API void sn_model_list_bodies(sn_model *m, bool all);
SN_API uint32_t sn_model_n_layers(const sn_model *m);
SN_API sn_status sn_model_layer(sn_model *m, uint32_t index, sn_layer_info *out);
SN_API const char *sn_model_layer_input(sn_model *m, uint32_t layer, uint32_t slot);
SN_API const char *sn_model_layer_output(sn_model *m, uint32_t layer, uint32_t slot);
/* A parameter of a layer, also where it is as by default. */
typedef struct sn_param_info {
    const char *name;
    const char *value; /* as in sinter's text form: "2", "[1,1]", "true", "clip(0,6)" */
} sn_param_info;
SN_API bool sn_model_layer_param(sn_model *m, uint32_t layer, uint32_t index,
                                 sn_param_info *out); /* false: no more */
/* A value that a layer reads or makes. */
typedef struct sn_value_info {
    uint32_t id;      /* within the model */
    const char *name; /* "": it has none */
    const char *type; /* "f32"; "" when it is not known */
    int rank;         /* -1: not known */
    int64_t sizes[8]; /* rank, outermost first; -1: not known */
    int64_t bytes;    /* -1: not all sizes are known, or they are too large to count */
    bool constant;
    bool hinted; /* an input: the file hints at its sizes */
} sn_value_info;
/* SN_E_ARG beyond the last slot. */
SN_API sn_status sn_model_layer_value(sn_model *m, uint32_t layer, bool output, uint32_t slot,
                                      sn_value_info *out);
/* A layer's own weight. */
typedef struct sn_weight_info {
    const char *role, *type; /* "weight", "f32" */
    const char *storage;     /* "plain", "f16", "table256", "bits8", ... */
    int rank;
    int64_t sizes[8];
    uint64_t bytes;
    int64_t offset; /* of the bytes in the file that the weights were read from; negative: they are
                       not from a file */
    double largest; /* of absolute values; NaN: contents are not known, or not f32 */
    double single;  /* the one element of a weight that has no more; else NaN */
} sn_weight_info;
SN_API bool sn_model_layer_weight(sn_model *m, uint32_t layer, uint32_t index,
                                  sn_weight_info *out); /* false: no more */
/* A body of a layer (`if`, `loop`, `scan`): a graph that reads nothing but what it is fed. */
typedef struct sn_body_info {
    const char *role;             /* "then", "else", "body" */
    uint32_t n_inputs, n_outputs; /* values that it is fed, and results that it gives */
    int64_t runs;                 /* how often it runs; negative: that is not known */
} sn_body_info;
SN_API bool sn_model_layer_body(sn_model *m, uint32_t layer, uint32_t index,
                                sn_body_info *out); /* false: no more */
/* A value that a body is fed, or gives. */
typedef struct sn_body_value_info {
    /* fed: "trip" (its number), "condition", "carried", "slice", "capture"; given: "condition",
     * "carried", "scan output", "result" (of a branch) */
    const char *what;
    sn_value_info value; /* in the body */
    /* fed: the input of the layer that it is (at the first run, where it is carried or a condition)
     * or a part of; given: the output that it becomes, or a part of. Else there is none */
    bool has_outside;
    sn_value_info outside;
} sn_body_value_info;
SN_API bool sn_model_body_value(sn_model *m, uint32_t layer, uint32_t body, bool output,
                                uint32_t index, sn_body_value_info *out); /* false: no more */
SN_API uint32_t sn_model_n_inputs(const sn_model *m);
SN_API const char *sn_model_input(sn_model *m, uint32_t index);
SN_API uint32_t sn_model_n_outputs(const sn_model *m);
SN_API const char *sn_model_output(sn_model *m, uint32_t index);
SN_API sn_status sn_model_output_value(sn_model *m, uint32_t index,
                                       sn_value_info *out); /* its name is the outside name */

typedef enum sn_sizes_from {
    SN_SIZES_GIVEN,   /* proved, or pinned */
    SN_SIZES_HINTED,  /* the file's hints */
    SN_SIZES_CHOSEN,  /* by sinter: the network accepts them */
    SN_SIZES_UNKNOWN, /* none were found */
} sn_sizes_from;
/* An input of the network; its name is the outside name. */
SN_API sn_status sn_model_input_value(sn_model *m, uint32_t index, sn_value_info *out);

/* Whether it is of f32 and its readers take indices: then it has 32-bit integers in the place of
 * floats, bit by bit. */
SN_API bool sn_model_input_is_index(sn_model *m, uint32_t index);
/* Whether the sizes of an array are those of the value but for axes of 1, which move no element. */
SN_API bool sn_array_fits(const sn_array *a, const sn_value_info *v);
/* The same network with a number for every size, to look at. What is found out about it holds at
 * these sizes only. */
SN_API sn_status sn_model_at_some_size(sn_model *m, sn_model **out, sn_sizes_from *from);
/* The same network at the sizes at which it is compiled and run: those that are known, else those
 * that its file hints at. SN_E_SHAPE names an input that has neither. */
SN_API sn_status sn_model_sized(sn_model *m, sn_model **out);

typedef struct sn_cost_info {
    bool known;  /* false: some size or number of trips is not, and the figures are at least so high
                  */
    double macs; /* of bodies: sn_layer_info.macs; one trip where their number is not known */
    uint64_t n_weights, weight_bytes; /* of bodies, too */
    uint64_t peak_bytes; /* of activations at once: f32, in the order of the layers, each freed
                            after its last reader; while a body runs, with what is in it */
} sn_cost_info;
SN_API sn_status sn_model_cost(sn_model *m, sn_cost_info *out);

#ifdef __cplusplus
}
#endif

#endif
