/* SPDX-License-Identifier: Apache-2.0 */
/* clang-format off */
/*
 * The text form of a graph. Round-trips all but origins.
 *
 *     # a comment
 *     "data" = input {rank=3} : f32[3,h,w]
 *     "c1" = conv("data", @"w", @"b") {stride=[2,2], act=clip(0,6)} name="conv1" : f32[8,h2,w2]
 *     "a", "b" = split("c1") {axis=0, sizes=[4,4]} features=3
 *     "y" = add("a", "b")
 *     "z" = batch_normalization("y", @"s", _, @"m")    # `_` is an input left out
 *     output("z" as "out", "b")
 *     @"w" = f32[8,3,3,3] seed 7       # constants: values inline, `seed N` (standard normal),
 *     @"s" = f32[4] [1,2,3,4]          # `zeros`,
 *     @"m" = f32[4] zeros
 *     @"b" = f32[8] file "w.bin"@128   # or bytes of a file, from an offset on
 *     @"k" = f16(f32)[2] [1,2]         # coding(type)
 *
 * A value without a name, or whose name is not unique, is a number: %0, %1, ... in the order of
 * appearance (@%0 for constants), which is not its id. Types and shapes after `:` are optional when
 * reading: the parser stores them on the values, inference fills in the others, and contradictions
 * are errors. Constants may come before or after their use, and are dropped without one; `param`
 * before the type makes a PARAM. Statements end at the line end, or go on while a bracket is open.
 *
 * Sizes. `_` stands for the symbol of that very axis of that very value, `"data".1` and `%3.1` for
 * the symbol of another value's axis; `?` for an unknown type, `[?]` for an unknown rank, `[]` for
 * a scalar. Any other name is a symbol with that name; one that is no NAME is quoted. A symbol is
 * at least 1; `n>=0` says that it has another lower bound, where it is first used.
 *
 * Bodies stand behind the types, each after its role. Names and constants inside are a scope of
 * their own; the graph's values come in as captures. A size of a value around has a `^` for each
 * body on the way out: `^"x".0`.
 *
 *     "y" = if("c", "x") : f32[n] then {
 *       "x" = input : f32[n]
 *       output("x")
 *     } else {
 *       ...
 *     }
 *
 * Contents. Coded constants are listed by their decoded values (f16), or as hex bytes (table256,
 * bits4, ...); hex serves every type, `undefined` is data that nobody has. `seed` draws from [0,10)
 * for integers, {0,1} for bool. A relative file name starts at the folder of the text.
 *
 *     text      = { statement | NEWLINE }
 *     statement = ( node | output | constant ) NEWLINE
 *     node      = [ result { "," result } "=" ] NAME [ "(" [ input { "," input } ] ")" ]
 *                 [ params ] { mark } [ types ] { NAME "{" text "}" }
 *     output    = NAME "(" input [ "as" STRING ] { "," input [ "as" STRING ] } ")" { mark }
 *                                                                        (the operator `output`)
 *     result    = STRING | "%" INTEGER
 *     input     = result | "@" result | "_"
 *     params    = "{" [ NAME "=" value { "," NAME "=" value } ] "}"       (values: ir/param.h)
 *     mark      = "name" "=" STRING | "features" "=" INTEGER
 *     types     = ":" type { "," type }                                   (one an output)
 *     type      = ( TYPE | "?" ) "[" ( "?" | [ size { "," size } ] ) "]"
 *     size      = "_" [ ">=" INTEGER ] | sum
 *     sum       = [ "-" ] product { ( "+" | "-" ) product }
 *     product   = factor { "*" factor }
 *     factor    = INTEGER | NAME | STRING | { "^" } result "." INTEGER | "(" sum ")"
 *               | symbol ">=" INTEGER  (a NAME, STRING or result "." INTEGER with a lower bound)
 *               | ( "floordiv" | "ceildiv" ) "(" sum "," INTEGER ")"
 *               | "scale" "(" sum "," FLOAT ")"
 *               | ( "max" | "min" | "exactdiv" ) "(" sum "," sum ")"
 *     constant  = "@" result "=" [ "param" ] ( TYPE | CODING "(" TYPE ")" )
 *                 "[" [ INTEGER { "," INTEGER } ] "]" contents
 *     contents  = "[" [ FLOAT { "," FLOAT } ] "]" | "seed" INTEGER | "zeros" | "undefined"
 *               | "hex" STRING | "file" STRING [ "@" INTEGER ]
 *     NAME      = letter or "_" { letter | digit | "_" | "$" | "~" }
 *     STRING    = as sn_str_add_quoted writes it; FLOAT: also inf, nan
 *     "#" to the line end is a comment, but not within params. */
/* clang-format on */
#ifndef SN_IR_TEXT_H
#define SN_IR_TEXT_H

#include "ir/graph.h"

typedef struct sn_text_options {
    bool constants; /* print contents (else only type and shape with `...`, which does not parse
                       back) */
    /* constants of more than 32 elements stand in this file, by offset (who prints writes it with
     * sn_graph_write_weights); NULL: all inline */
    const char *weights_path;
} sn_text_options;

/* Operators by name; ops/ops.h has the real one (sn_op_find), so that ir does not know the
 * operators. */
typedef const sn_op *(*sn_op_find_fn)(const char *name);

/* options NULL: all constants inline. */
void sn_graph_print(const sn_graph *g, const sn_text_options *options, sn_str *out);
/* What the text printed with a weights_path expects in that file. */
sn_status sn_graph_write_weights(const sn_graph *g, struct sn_sink *sink) SN_MUST_CHECK;
/* One node as in the text form, without its constants' contents; values without a name print as
 * %id. */
void sn_node_print(const sn_node *n, sn_str *out);
/* Reads a graph; errors say `name:line:column: found, expected`. Does not infer. */
sn_status sn_graph_parse(sn_ctx *ctx, const char *name, sn_text text, sn_op_find_fn find,
                         sn_graph **out) SN_MUST_CHECK;

#endif
