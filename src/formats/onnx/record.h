/* SPDX-License-Identifier: Apache-2.0
 *
 * The messages of an ONNX file (onnx.proto of IR version 13) as structs. Lists and texts lie in an
 * arena; texts, tensors and graphs of attributes are windows into the bytes that were read, which
 * have to outlive them. Names are checked to be free of NUL, and are terminated copies. */
#ifndef SN_ONNX_RECORD_H
#define SN_ONNX_RECORD_H

#include "base/vec.h"
#include "formats/onnx/wire.h"

/* AttributeProto.AttributeType */
typedef enum sn_onnx_attr_type {
    SN_ONNX_UNDEFINED,
    SN_ONNX_FLOAT,
    SN_ONNX_INT,
    SN_ONNX_STRING,
    SN_ONNX_TENSOR,
    SN_ONNX_GRAPH,
    SN_ONNX_FLOATS,
    SN_ONNX_INTS,
    SN_ONNX_STRINGS,
    SN_ONNX_TENSORS,
    SN_ONNX_GRAPHS,
    SN_ONNX_SPARSE_TENSOR,
    SN_ONNX_SPARSE_TENSORS,
    SN_ONNX_TYPE,
    SN_ONNX_TYPES,
} sn_onnx_attr_type;

typedef struct sn_onnx_attr {
    const char *name;
    sn_onnx_attr_type type;
    const char *of_function; /* the attribute of the function around that it is; NULL: none */
    float f;
    int64_t i;
    sn_text bytes; /* of a STRING, TENSOR, GRAPH, SPARSE_TENSOR or TYPE */
    SN_VEC(float) floats;
    SN_VEC(int64_t) ints;
    SN_VEC(sn_text) list; /* of STRINGS, TENSORS, GRAPHS, .. */
    sn_text raw;          /* AttributeProto */
} sn_onnx_attr;

typedef SN_VEC(const char *) sn_onnx_names;

typedef struct sn_onnx_node {
    const char *name, *type, *domain, *overload; /* "" where there is none; domain: "" is ONNX's */
    sn_onnx_names inputs, outputs;               /* "": left out */
    SN_VEC(sn_onnx_attr) attrs;
    sn_text raw; /* NodeProto */
    /* Of what is imported: */
    int64_t version;  /* of its domain's operators */
    uint32_t number;  /* no other node of the model has it */
    bool in_function; /* of the model, of whose call `attrs` are then; `raw` only names those */
    /* The node of its graph in the file that it comes from: itself, or a call of a function. */
    const struct sn_onnx_node *unit;
} sn_onnx_node;

/* A size of a declared shape. */
typedef struct sn_onnx_size {
    int64_t number;   /* -1: none is given */
    const char *name; /* dim_param; NULL */
} sn_onnx_size;

typedef struct sn_onnx_value_info {
    const char *name;
    bool is_tensor; /* else a sequence, a map, an optional or a sparse tensor */
    int64_t type;   /* TensorProto.DataType; 0: not given */
    bool has_shape;
    SN_VEC(sn_onnx_size) shape;
} sn_onnx_value_info;

typedef struct sn_onnx_graph {
    const char *name;
    SN_VEC(sn_onnx_node) nodes;
    SN_VEC(sn_text) initializers, sparse_initializers;
    SN_VEC(sn_onnx_value_info) inputs, outputs;
} sn_onnx_graph;

typedef struct sn_onnx_opset {
    const char *domain;
    int64_t version;
} sn_onnx_opset;
typedef SN_VEC(sn_onnx_opset) sn_onnx_opsets;

typedef struct sn_onnx_function {
    const char *name, *domain, *overload;
    sn_onnx_names inputs, outputs;
    SN_VEC(sn_onnx_node) nodes;
    SN_VEC(sn_onnx_attr) defaults;
    sn_onnx_opsets opsets;
} sn_onnx_function;

typedef struct sn_onnx_model {
    int64_t ir_version;
    sn_onnx_opsets opsets;
    sn_text graph; /* GraphProto */
    bool has_graph;
    SN_VEC(sn_onnx_function) functions;
} sn_onnx_model;

/* TensorProto; contents.h makes a tensor of it. */
typedef struct sn_onnx_tensor {
    const char *name;
    int64_t type; /* DataType */
    SN_VEC(int64_t) dims;
    bool is_raw, is_external;
    sn_text raw; /* raw_data */
    /* Fields of the typed forms, packed or one by one: windows, in order. */
    SN_VEC(sn_wire_field) data;
    SN_VEC(sn_text) external; /* StringStringEntryProto, each */
} sn_onnx_tensor;

typedef struct sn_onnx_reading {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *path; /* for messages */
    const char *base; /* where the file begins in memory, to tell offsets */
} sn_onnx_reading;

/* SN_E_FORMAT with place where the bytes are not such a message. */
sn_status sn_onnx_read_model(const sn_onnx_reading *r, sn_text bytes,
                             sn_onnx_model *out) SN_MUST_CHECK;
sn_status sn_onnx_read_graph(const sn_onnx_reading *r, sn_text bytes,
                             sn_onnx_graph *out) SN_MUST_CHECK;
sn_status sn_onnx_read_tensor(const sn_onnx_reading *r, sn_text bytes,
                              sn_onnx_tensor *out) SN_MUST_CHECK;
/* Of a StringStringEntryProto. */
sn_status sn_onnx_read_entry(const sn_onnx_reading *r, sn_text bytes, const char **key,
                             const char **value) SN_MUST_CHECK;

const sn_onnx_attr *sn_onnx_attr_named(const sn_onnx_node *n, const char *name); /* NULL: none */
/* Adds so many nodes, and those of their bodies. */
sn_status sn_onnx_count(const sn_onnx_reading *r, const sn_onnx_node *nodes, size_t n,
                        uint32_t *count) SN_MUST_CHECK;
bool sn_onnx_calls(const sn_onnx_node *n, const sn_onnx_function *f);

#endif
