/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the pass legalize share. */
#ifndef SN_PASSES_LEGAL_H
#define SN_PASSES_LEGAL_H

#include "passes/pass.h"

/* New values for the results of a node, in its order; NULL where nobody reads one. False: there are
 * none, and what was made for them may be left behind. */
typedef bool (*sn_legal_form)(sn_pass_run *run, sn_node *n, sn_value **now);

bool sn_legal_lacks(const sn_pass_run *run, const sn_node *n);
/* v in that shape; NULL where there is no such view, or no v. */
sn_value *sn_legal_view(sn_pass_run *run, sn_node *before, sn_value *v, const sn_shape *s);
/* A node whose shapes are inferred; NULL, with no error left, where they do not fit. */
sn_node *sn_legal_node(sn_pass_run *run, sn_node *before, const sn_op *op, const void *params,
                       uint16_t n_in, sn_value **in, uint16_t n_out);
/* Elements from .. to of an axis, for n; x where they are all. */
sn_value *sn_legal_box(sn_pass_run *run, sn_node *n, sn_value *x, int axis, int64_t from,
                       int64_t to);

/* ---- legal_moves.c --------------------------------------------------------------------------- */
bool sn_legal_gather(sn_pass_run *run, sn_node *n, sn_value **now);
/* The views in front of a gather that its form reads through, producer first. */
void sn_legal_match_views(sn_rewrite *rw, const sn_node *n);
bool sn_legal_expand(sn_pass_run *run, sn_node *n, sn_value **now);
bool sn_legal_prelu(sn_pass_run *run, sn_node *n, sn_value **now);
/* A resize whose pixel i of m lies at i * n / m, as one from corner to corner. */
bool sn_legal_corners(sn_pass_run *run, sn_node *n, sn_value **now);

#endif
