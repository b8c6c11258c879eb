/* SPDX-License-Identifier: Apache-2.0
 *
 * A program outside the tree, as C and as C++: makes a network and optimizes it. Prints the
 * versions of library and header, and the layers before and after. */
#include <sinter/sinter.h>
#include <stdio.h>

#if !SN_VERSION_AT_LEAST(0, 1, 9) || SN_VERSION_AT_LEAST(99, 0, 0)
#error "SN_VERSION_AT_LEAST"
#endif

int main(void)
{
    static sn_optimize_options options;
    sn_context *ctx = sn_context_create(NULL);
    sn_model *m = NULL;
    sn_optimize_result r;
    options.verify = SN_VERIFY_OFF;
    if (!ctx || sn_model_zoo(ctx, "squeezenet", 1, &m) != SN_OK ||
        sn_model_optimize(m, &options, &r) != SN_OK) {
        fprintf(stderr, "%s\n", ctx ? sn_context_error(ctx) : "out of memory");
        return 1;
    }
    printf("%s %d.%d.%d %u -> %u\n", sn_version(), SN_VERSION_MAJOR, SN_VERSION_MINOR,
           SN_VERSION_PATCH, r.layers_before, r.layers_after);
    sn_context_destroy(ctx);
    return 0;
}
