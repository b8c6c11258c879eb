/* SPDX-License-Identifier: Apache-2.0
 *
 * A node's params for people, short: "3x3 s2 p1 g32 relu". What is as it would be anyway is left
 * out. Nothing reads this back; the text form is sn_params_print. */
#ifndef SN_OPS_BRIEF_H
#define SN_OPS_BRIEF_H

#include "ir/op.h"

void sn_param_summary(const sn_node *node,
                      sn_str *out); /* by the operator's hook, where it has one */

/* All params but those named (ends with NULL): for hooks. */
void sn_param_summary_without(const sn_node *node, const char *const *names, sn_str *out);

/* Hooks. Params are found by name, so that kin share them. */
void sn_param_summary_window(const sn_node *node,
                             sn_str *out); /* a weight or a kernel that slides */
void sn_param_summary_linear(const sn_node *node, sn_str *out); /* "512 -> 128 relu" */

#endif
