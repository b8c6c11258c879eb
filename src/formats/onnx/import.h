/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files share that make a graph of an ONNX model. */
#ifndef SN_ONNX_IMPORT_H
#define SN_ONNX_IMPORT_H

#include "base/map.h"
#include "formats/onnx/onnx.h"

typedef struct sn_onnx_loader {
    sn_ctx *ctx;
    sn_arena *arena; /* of origins */
    sn_onnx_files files;
    sn_onnx_info *info;
    const char *path;     /* of the file, for messages */
    bool for_training;    /* of sn_load_options */
    uint32_t n_nodes;     /* numbered so far */
    sn_onnx_units *units; /* NULL: nobody wants them */
} sn_onnx_loader;

/* Names that are in sight. */
typedef struct sn_onnx_scope {
    sn_onnx_loader *l;
    sn_graph *g;
    sn_map *values; /* name -> sn_value * */
    const sn_onnx_opsets *opsets;
    const sn_onnx_node *call;           /* of the function that is made here; NULL: none is */
    const sn_onnx_function *function;   /* that function */
    const struct sn_onnx_scope *caller; /* of it; NULL: the network */
    const sn_onnx_node *unit;           /* the outermost call; NULL: as `call` */
    const char *prefix;                 /* of names inside of a function; "" elsewhere */
    const sn_onnx_node *nodes;          /* of the graph or function that is made here */
    size_t n_nodes;
    int calls, depth;
} sn_onnx_scope;

typedef SN_VEC(sn_value *) sn_onnx_values;

/* Of a node: what is wrong, and a name that it is about; NULL: none. */
sn_status sn_onnx_fail_at(const sn_onnx_scope *s, const sn_onnx_node *n, sn_status code,
                          const char *what, const char *name) SN_MUST_CHECK;
void sn_onnx_set_name(const sn_onnx_scope *s, sn_value *v, const char *name);
/* From here on that name is v; n makes it, NULL: no node does. */
sn_status sn_onnx_define(sn_onnx_scope *s, const sn_onnx_node *n, const char *name,
                         sn_value *v) SN_MUST_CHECK;
/* What n reads by that name; NULL: it is left out. */
sn_status sn_onnx_find(const sn_onnx_scope *s, const sn_onnx_node *n, const char *name,
                       sn_value **out) SN_MUST_CHECK;
sn_status sn_onnx_find_inputs(const sn_onnx_scope *s, const sn_onnx_node *n,
                              sn_onnx_values *out) SN_MUST_CHECK;
/* Origin and name of what was made of n, and the names of its outputs. */
void sn_onnx_finish_node(const sn_onnx_scope *s, sn_node *made, sn_onnx_node *n);
sn_status sn_onnx_define_outputs(sn_onnx_scope *s, const sn_onnx_node *n,
                                 sn_node *made) SN_MUST_CHECK;

sn_status sn_onnx_add_initializers(sn_onnx_scope *s, const sn_onnx_graph *graph) SN_MUST_CHECK;
/* All nodes of a graph or function, in order. */
sn_status sn_onnx_add_nodes(sn_onnx_scope *s, sn_onnx_node *nodes, size_t n) SN_MUST_CHECK;
sn_status sn_onnx_add_node(sn_onnx_scope *s, sn_onnx_node *n) SN_MUST_CHECK;
/* One more value that a body is fed; name: NULL: it has none. */
sn_value *sn_onnx_fed(const sn_onnx_scope *s, const char *name);
/* The value of that name is a result; outside: its name for a caller. */
sn_status sn_onnx_add_result(sn_onnx_scope *s, const char *name, const char *outside) SN_MUST_CHECK;

/* The name of a node, or that of its first result. */
const char *sn_onnx_name_of_node(const sn_onnx_node *n);

/* Nodes with bodies (import_bodies.c, import_gradient.c). */
sn_status sn_onnx_add_if(sn_onnx_scope *s, sn_onnx_node *n) SN_MUST_CHECK;
sn_status sn_onnx_add_loop(sn_onnx_scope *s, sn_onnx_node *n) SN_MUST_CHECK;
sn_status sn_onnx_add_scan(sn_onnx_scope *s, sn_onnx_node *n) SN_MUST_CHECK;
sn_status sn_onnx_add_gradient(sn_onnx_scope *s, sn_onnx_node *n) SN_MUST_CHECK;

#endif
