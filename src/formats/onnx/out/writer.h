/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing: a graph as a GraphProto. Nodes of the file that still hold are copied (as_read.h),
 * others are spelled by the functions of exports.def. Constants stand in the network's own list,
 * also those that bodies read. */
#ifndef SN_ONNX_WRITER_H
#define SN_ONNX_WRITER_H

#include "formats/onnx/as_read.h"

#define SN_ONNX_RUNTIME "com.microsoft" /* the domain of ONNX Runtime's own operators */

/* A constant of the file that is written. */
typedef struct sn_onnx_initializer {
    const char *name;
    const sn_tensor *tensor;
} sn_onnx_initializer;

typedef struct sn_onnx_writer {
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_graph *g; /* the network */
    int opset;         /* of ONNX's own operators */
    bool runtime;      /* those of ONNX Runtime may be used, */
    bool has_runtime;  /* and are */
    sn_map *joined;    /* nodes that stand in the record of another, by id */
    sn_onnx_as_read as_read;
    sn_map *used;       /* names of values that are taken */
    sn_map *names;      /* of values, by id */
    sn_map *node_names; /* the next number behind each */
    sn_map *tensors;    /* names of constants, by the address of what they hold */
    SN_VEC(sn_onnx_initializer) initializers;
    SN_VEC(const sn_tensor *) made; /* that belong to the writer */
    uint32_t n_names;
    bool counting; /* nothing is kept but how many nodes there are */
    sn_refusals *refused;
} sn_onnx_writer;

/* The name of a value, given when it is first asked for. NULL: "" */
const char *sn_onnx_name_of(sn_onnx_writer *w, const sn_value *v);
/* One that nothing has; `like` is a part of it. */
const char *sn_onnx_fresh_name(sn_onnx_writer *w, const char *like);
/* That of a node: no other has it; "" for "". */
const char *sn_onnx_node_name(sn_onnx_writer *w, const char *like);
/* Of a constant, which is written then. */
const char *sn_onnx_constant(sn_onnx_writer *w, const sn_tensor *t, const char *name);

/* No record of the file has it with others. */
bool sn_onnx_stands_alone(const sn_onnx_writer *w, const sn_node *n);
/* The nodes of a graph, each as a field of GraphProto. What cannot be written is refused. */
void sn_onnx_put_nodes(sn_onnx_writer *w, const sn_graph *g, sn_str *out);
/* GraphProto of a body of n: its first inputs are n's other than captures. */
void sn_onnx_put_body(sn_onnx_writer *w, const sn_node *n, int which, int n_formal, sn_str *out);
/* Outside names are those of the values that are results, where they can be. Before any node. */
void sn_onnx_name_results(sn_onnx_writer *w, const sn_node *output);
/* What results are called; copies of those that need one are further nodes. */
const char **sn_onnx_put_results(sn_onnx_writer *w, const sn_node *output, sn_str *nodes);
/* ValueInfoProto: name, type and shape as far as they are known. */
void sn_onnx_put_value_info(const sn_onnx_writer *w, const char *name, const sn_value *v,
                            sn_str *out);

/* What is written is read again, as messages: its nodes. SN_E_INTERNAL where something is read, or
 * is a result, that nothing makes, or is made twice. */
sn_status sn_onnx_check_written(sn_onnx_writer *w, const sn_onnx_reading *r,
                                const sn_onnx_graph *nodes, const char *const *results,
                                uint16_t n_results) SN_MUST_CHECK;
/* Sets those of the model's functions that nodes call, or other functions that these call. */
sn_status sn_onnx_functions_called(const sn_onnx_reading *r, const sn_onnx_model *model,
                                   const sn_onnx_graph *nodes, bool *called) SN_MUST_CHECK;

/* TensorProto; its name may be NULL. */
void sn_onnx_put_contents(sn_str *s, const sn_tensor *t, const char *name);

#endif
