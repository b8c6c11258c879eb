/* SPDX-License-Identifier: Apache-2.0
 *
 * What a generated folder tests itself with: what the interpreter makes of the network on inputs
 * that the code makes itself, and how far roundings may take it, whatever the compiler, its flags
 * and the machine are. */
#ifndef SN_API_SELFTEST_H
#define SN_API_SELFTEST_H

#include "api/model.h"
#include "codegen/module_emit.h"
#include "plan/program.h"

/* Of a step a few sums of all that it makes, of an output some elements. Left out is what roundings
 * alone move too far, and what hangs on layers that sort or cut off by value. All in `arena`.
 * *results (NULL: not wanted): what the network makes of sn_test_feeds, as sn_run_graph gives it.
 */
sn_status sn_selftest_of(sn_context *c, const sn_program *p, const sn_graph *g, sn_arena *arena,
                         sn_module_test *out, const sn_tensor ***results) SN_MUST_CHECK;

#endif
