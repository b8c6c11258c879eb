/* SPDX-License-Identifier: Apache-2.0
 *
 * A network without any format: made, optimized, run, and written as C. Built by run.py against a
 * tree whose list of formats is empty. usage: without FOLDER */
#include <sinter/sinter.h>

#include <stdio.h>

static int fail(sn_context *ctx, const char *what)
{
    fprintf(stderr, "%s: %s\n", what, sn_context_error(ctx));
    sn_context_destroy(ctx);
    return 1;
}

int main(int argc, char **argv)
{
    sn_context *ctx = sn_context_create(NULL);
    sn_model *m = NULL, *before = NULL;
    sn_list_info format;
    sn_optimize_result r = {0};
    sn_comparison same = {0};
    const sn_compile_options c = {.prefix = "net", .target = "generic"};
    if (argc != 2 || !ctx) return 2;
    if (sn_format_at(0, &format)) return fail(ctx, "there is a format");
    if (sn_model_zoo(ctx, "squeezenet", 1, &m) != SN_OK) return fail(ctx, "zoo");
    if (sn_model_clone(m, &before) != SN_OK) return fail(ctx, "clone");
    if (sn_model_optimize(m, NULL, &r) != SN_OK) return fail(ctx, "optimize");
    if (sn_model_compare(before, m, 0, &same) != SN_OK) return fail(ctx, "compare");
    if (!same.ran || !same.equal) return fail(ctx, "the optimized network differs");
    if (sn_model_save(m, "network.param", NULL) != SN_E_ARG) return fail(ctx, "save");
    printf("%s\n", sn_context_error(ctx));
    if (sn_model_set_spelling(m, "1") != SN_E_ARG) return fail(ctx, "set_spelling");
    printf("%s\n", sn_context_error(ctx));
    if (sn_model_pin(m, "data=3,97,97") != SN_OK) return fail(ctx, "pin");
    if (sn_model_compile(m, argv[1], &c, NULL) != SN_OK) return fail(ctx, "compile");
    printf("%u layers, %u rewrites\n", r.layers_before, r.n_rewrites);
    sn_context_destroy(ctx);
    return 0;
}
