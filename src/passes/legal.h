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
