/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled, not run, as strict C and as C++: the header stands alone, twice, and its calls have C
 * names. */
#include "sinter/sinter.h"
#include "sinter/sinter.h"

static sn_status first_steps(const char *path)
{
    sn_context_options options = {sizeof(options), NULL, NULL, NULL, NULL, 1, NULL};
    sn_context *ctx = sn_context_create(&options);
    sn_model *m = NULL;
    sn_optimize_result r;
    sn_status s = sn_model_load(ctx, path, NULL, &m);
    if (s == SN_OK) s = sn_model_optimize(m, NULL, &r);
    if (s == SN_OK) s = sn_model_save(m, path, NULL);
    sn_context_destroy(ctx);
    return s;
}

int main(int argc, char **argv) { return argc > 1 ? (int)first_steps(argv[1]) : 0; }
