/* SPDX-License-Identifier: Apache-2.0
 *
 * Which nodes of the file a graph was read from still say what nodes of the graph compute. The file
 * is read once more; a node of it is kept where what it becomes is, node by node, what the graph
 * has: same operators, params, constants and bodies, and inputs that are the same values or have
 * the same types and shapes. */
#ifndef SN_ONNX_AS_READ_H
#define SN_ONNX_AS_READ_H

#include "base/map.h"
#include "formats/onnx/onnx.h"

/* What an input or an output of the record is in the graph: a value of it, or a constant of the
 * file that no node of the graph reads any more; neither: left out, or read by nobody. */
typedef struct sn_onnx_bound {
    const sn_value *value;
    const sn_tensor *tensor;
} sn_onnx_bound;

typedef struct sn_onnx_kept {
    const sn_onnx_node *record;
    SN_VEC(const sn_node *) nodes; /* of it in the graph, in order */
    const sn_node *first;          /* that is no constant; where all are constants, of those */
    sn_onnx_bound *in, *out;
    /* What its bodies read of graphs around it, which has these names there. */
    SN_VEC(const sn_value *) captures;
    sn_onnx_names capture_names;
} sn_onnx_kept;

typedef struct sn_onnx_as_read {
    sn_graph *again;
    sn_map *kept;      /* sn_onnx_kept * by the id of each of its nodes */
    sn_map *originals; /* sn_node * of `again` with bodies, by the number of its record */
    SN_VEC(const sn_tensor *) held;
    bool all; /* every node of the file is kept, and the graph has no other */
} sn_onnx_as_read;

/* To be written with that version of ONNX's own operators. `out` holds nothing where the graph is
 * of no ONNX file. */
sn_status sn_onnx_find_kept(const sn_graph *g, int opset, sn_arena *arena,
                            sn_onnx_as_read *out) SN_MUST_CHECK;
void sn_onnx_forget_kept(sn_onnx_as_read *r);

#endif
