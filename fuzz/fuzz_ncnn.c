/* SPDX-License-Identifier: Apache-2.0
 *
 * ncnn models: the input is a .param, a zero byte, and a .bin (or a .param.bin when it begins with the magic number). What
 * loads must infer or say why not, and what is saved must load. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/format.h"
#include "ir/op.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void put(const char *path, const uint8_t *data, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, n, f) != n) abort();
    fclose(f);
}

static sn_status run(sn_ctx *ctx, const char *param, const char *bin, const char *out, const char *out_bin)
{
    const sn_format *ncnn = sn_format_named("ncnn");
    sn_load_options lo = {.path = param, .weights = bin};
    sn_graph *g = NULL, *again = NULL;
    SN_TRY(ncnn->load(ctx, &lo, &g));
    SN_TRY(sn_graph_verify(g));
    SN_TRY(sn_infer_graph(g));
    sn_save_options so = {.path = out, .weights = out_bin};
    SN_TRY(ncnn->save(g, &so));
    sn_load_options back = {.path = out, .weights = out_bin};
    if (ncnn->load(ctx, &back, &again) != SN_OK) abort();
    return SN_OK;
}

static sn_status guarded(sn_ctx *ctx, const char *param, const char *bin, const char *out, const char *out_bin)
{
    SN_GUARD(ctx, run(ctx, param, bin, out, out_bin));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char base[64], param[80], bin[80], out[80], out_bin[80];
    snprintf(base, sizeof base, "/tmp/sinter-fuzz-%ld", (long)getpid());
    bool binary = n >= 4 && memcmp(data, "\x5d\x85\x76\x00", 4) == 0;
    const uint8_t *zero = binary ? NULL : memchr(data, 0, n);
    size_t n_param = zero ? (size_t)(zero - data) : n;
    snprintf(param, sizeof param, "%s.param%s", base, binary ? ".bin" : "");
    snprintf(bin, sizeof bin, "%s.bin", base);
    snprintf(out, sizeof out, "%s-out.param", base);
    snprintf(out_bin, sizeof out_bin, "%s-out.bin", base);
    put(param, data, n_param);
    put(bin, zero ? zero + 1 : data, zero ? n - n_param - 1 : 0);
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    if (ctx) (void)guarded(ctx, param, binary ? "seed:1" : bin, out, out_bin);
    sn_ctx_destroy(ctx);
    remove(param);
    remove(bin);
    remove(out);
    remove(out_bin);
    return 0;
}
