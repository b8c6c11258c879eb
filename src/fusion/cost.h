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
/* Vector operations for each element of the result of a formula; a transcendental function counts
 * as many. */
double sn_fusion_formula_work(const sn_expr *e);

#endif
