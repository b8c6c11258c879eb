/* SPDX-License-Identifier: Apache-2.0
 *
 * What fusing saves and costs, in seconds of one core, and in words. For files of this module. */
#ifndef SN_FUSION_COST_H
#define SN_FUSION_COST_H

#include "fusion/view.h"
#include "machine/work.h"
#include "ops/expr.h"

/* Of sending that many bytes of a tensor of `tensor_bytes` to where it lives, or from there. */
double sn_fusion_seconds(const sn_machine *m, double tensor_bytes, double moved);
const char *sn_fusion_level(const sn_machine *m, double tensor_bytes); /* "L2" */
const char *sn_fusion_bytes_text(sn_arena *arena, double bytes);
/* Vector operations for each element of the result of a formula, or of an elementwise node, which
 * has one at least; a transcendental function counts as many. */
double sn_fusion_formula_work(const sn_expr *e);
double sn_fusion_point_work(const sn_node *n, sn_arena *arena);
/* How often a kernel of the usual kind loads each element of its first input: what is put before
 * the load is computed so often. */
double sn_fusion_usual_reads(const sn_machine *m, const sn_node *anchor, sn_arena *arena);
double sn_fusion_macs(const sn_node *n, sn_arena *arena);
/* Axes that a row-local operator (a reduction, softmax, a norm, a global pooling) goes over, as
 * bits; 0: it is none, or they are not known. */
unsigned sn_fusion_row_axes(const sn_node *n);

#endif
