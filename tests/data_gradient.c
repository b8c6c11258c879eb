/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests of gradients, against central differences in double. The loss is the sum of all
 * results, each element times a number of its own; it is differentiated by all inputs of f64 and
 * all constants of f64 with a name. Inputs are uniform between the numbers of an argument
 * LOW..HIGH, else -1 and 1. */
#include <stdlib.h>
#include <string.h>

#include "data_case.h"
#include "differences.h"
#include "ir/op.h"

sn_status run_gradient(data_case *c)
{
    gradient_check check = {.ctx = c->ctx, .arena = c->arena, .low = -1, .high = 1};
    sn_str_init(&check.failure, c->arena);
    SN_TRY(case_parse(c, &check.g));
    SN_TRY(sn_infer_graph(check.g));
    const char *to = c->arguments ? strstr(c->arguments, "..") : NULL;
    if (to) {
        check.low = strtod(c->arguments, NULL);
        check.high = strtod(to + 2, NULL);
    }
    const sn_status status = gradient_check_run(&check);
    const char *error = case_section(c, "error");
    if (status == SN_E_UNSUPPORTED && error) {
        case_expect(c, "error", sn_arena_printf(c->arena, "%s\n", sn_ctx_error(c->ctx)));
        return SN_OK;
    }
    SN_TRY(status);
    if (error) case_fail(c, "there is a gradient\n");
    if (check.failure.n) case_fail(c, "%s", check.failure.s);
    return SN_OK;
}
