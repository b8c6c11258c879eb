/* SPDX-License-Identifier: Apache-2.0
 *
 *     optimize IN OUT [NAME=SIZES]
 *
 * Optimizes a network, checks the result, saves it, and runs it once on zeros. Models go through
 * memory, as they do where there is no file system: in an asset, or in flash. */
#include <stdio.h>
#include <stdlib.h>

#include "sinter/sinter.h"

static void on_message(void *user, bool is_warning, const char *text)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", is_warning ? "warning" : "note", text);
}

static void on_remark(void *user, const sn_remark_info *r)
{
    unsigned *n_rewrites = user;
    if (!r->fired) return;
    ++*n_rewrites;
    printf("%-24s %s\n", r->pass, r->text);
}

/* The whole file, which the caller frees; NULL: it cannot be read. */
static void *contents(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *data = NULL;
    *n = 0;
    if (!f) return NULL;
    long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (size >= 0 && fseek(f, 0, SEEK_SET) == 0) data = malloc((size_t)size + 1);
    if (data) *n = fread(data, 1, (size_t)size, f);
    fclose(f);
    return data;
}

static sn_status load(sn_context *ctx, const char *path, sn_model **out)
{
    sn_model_load_options o = {.size = sizeof o};
    void *data = contents(path, &o.bytes), *weights = NULL;
    const char *beside = sn_weights_beside(ctx, path, NULL); /* NULL: the format has none */
    if (beside) weights = contents(beside, &o.weights_bytes);
    o.data = data;
    o.weights_data = weights;
    /* what cannot be read in one piece is left to sinter, which says what is wrong with it */
    sn_status status = sn_model_load(ctx, path, data && (weights || !beside) ? &o : NULL, out);
    free(data);
    free(weights);
    return status;
}

static sn_status run(sn_model *m)
{
    sn_executable *e = NULL;
    sn_executable_info info;
    sn_status status = sn_executable_create(m, NULL, &e);
    if (status != SN_OK) return status;
    sn_executable_describe(e, &info);
    sn_array *inputs = calloc(info.n_inputs + 1, sizeof *inputs);
    sn_array *outputs = calloc(info.n_outputs + 1, sizeof *outputs);
    for (uint32_t i = 0; i < info.n_inputs; i++) {
        sn_executable_input(e, i, &inputs[i]);
        inputs[i].data = calloc(inputs[i].bytes + 1, 1);
    }
    status = sn_executable_run_arrays(e, inputs, info.n_inputs, outputs);
    for (uint32_t i = 0; status == SN_OK && i < info.n_outputs; i++)
        printf("%s: %llu elements of %s, the first %g\n", outputs[i].name,
               (unsigned long long)outputs[i].n, outputs[i].type,
               outputs[i].n ? sn_array_at(&outputs[i], 0) : 0.0);
    for (uint32_t i = 0; i < info.n_inputs; i++) free((void *)inputs[i].data);
    free(inputs);
    free(outputs);
    sn_executable_destroy(e);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: %s IN OUT [NAME=SIZES]\n", argv[0]);
        return 2;
    }
    const sn_context_options o = {.size = sizeof o, .message = on_message};
    sn_context *ctx = sn_context_create(&o);
    sn_model *m = NULL;
    unsigned n_rewrites = 0;
    const sn_optimize_options how = {
        .size = sizeof how, .remark = on_remark, .user = &n_rewrites, .rewrites_only = true};
    sn_optimize_result result;
    if (!ctx) {
        fprintf(stderr, "out of memory, or a library older than its header\n");
        return 1;
    }
    sn_status status = load(ctx, argv[1], &m);
    if (status == SN_OK && argc > 3) status = sn_model_pin(m, argv[3]);
    if (status == SN_OK) status = sn_model_optimize(m, &how, &result);
    if (status == SN_OK) status = sn_model_save(m, argv[2], NULL);
    if (status == SN_OK)
        printf("%u rewrites, %u layers are %u\n", n_rewrites, result.layers_before,
               result.layers_after);
    if (status == SN_OK) status = run(m);
    if (status != SN_OK)
        fprintf(stderr, "%s: %s\n", sn_status_name_of(status), sn_context_error(ctx));
    sn_context_destroy(ctx); /* and the model */
    return status == SN_OK ? 0 : 1;
}
