/* SPDX-License-Identifier: Apache-2.0
 *
 * What a graph reads and makes, by names, bodies included. */
#ifndef SN_ONNX_NAMES_H
#define SN_ONNX_NAMES_H

#include "formats/onnx/record.h"

/* Names that a graph reads without having made them before, in order. `depth` is that of the graph:
 * SN_E_UNSUPPORTED where bodies are nested deeper than SN_MAX_BODY_DEPTH. */
sn_status sn_onnx_names_read(const sn_onnx_reading *r, const sn_onnx_graph *graph, int depth,
                             sn_onnx_names *out) SN_MUST_CHECK;
/* The first name that a node makes though its graph has it already; NULL: there is none. */
sn_status sn_onnx_name_made_twice(const sn_onnx_reading *r, const sn_onnx_graph *graph,
                                  const char **out) SN_MUST_CHECK;

#endif
