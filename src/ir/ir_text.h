/* SPDX-License-Identifier: Apache-2.0
 *
 * The text form of a graph. Round-trips all but origins.
 *
 *     # a comment
 *     "data" = input {rank=3} : f32[3,h,w]
 *     "c1" = conv("data", @"w", @"b") {stride=[2,2], act=clip(0,6)} name="conv1" : f32[8,floordiv(h-1,2)+1,w2]
 *     "a", "b" = split("c1") {axis=0, sizes=[4,4]} features=3
 *     "y" = add("a", _)                      # `_` is an input left out
 *     output("y" as "out", "b")
 *     @"w" = f32[8,3,3,3] seed 7             # constants: values inline, `seed N` (standard normal), `zeros`, or
 *     @"b" = f32[8] [1,2,3,4,5,6,7,8]        #   file "weights.bin"@128
 *     @"k" = f16(f32)[2] [1,2]               # coding(type)
 *
 * A value without a name, or whose name is not unique, prints as %id. Types and shapes after `:` are optional when
 * reading: inference fills them in, and contradictions are errors. Constants may come before or after their
 * use; `param` before the type makes a PARAM. Statements end at the line end, or go on while a bracket is open. */
#ifndef SN_IR_TEXT_H
#define SN_IR_TEXT_H

#include "ir/graph.h"

typedef struct sn_text_options {
    bool constants; /* print contents (else only type and shape with `...`, which does not parse back) */
    const char *weights_path; /* constants of more than 32 elements go to this file by offset; NULL: all inline */
} sn_text_options;

/* Operators by name; ops/ops.h has the real one (sn_op_find), so that ir does not know the operators. */
typedef const sn_op *(*sn_op_find_fn)(const char *name);

void sn_graph_print(const sn_graph *g, const sn_text_options *options, sn_str *out);
/* One node as in the text form, without its constants' contents. */
void sn_node_print(const sn_node *n, sn_str *out);
/* Reads a graph; errors say `name:line:column: found, expected`. Does not infer. */
sn_status sn_graph_parse(sn_ctx *ctx, const char *name, sn_text text, sn_op_find_fn find, sn_graph **out)
    SN_MUST_CHECK;

#endif
