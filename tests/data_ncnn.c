/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests on ncnn models. The weight file is spelled out in the bin section, or made from a
 * seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "data_case.h"
#include "formats/format.h"

/* ---- the weight file ------------------------------------------------------------------------- */

static void put32(sn_str *out, uint32_t v) { sn_str_addn(out, (const char *)&v, 4); }

static void put_values(sn_str *out, const char *kind, const char *numbers)
{
    size_t n_bytes = 0;
    if (strcmp(kind, "tag") == 0) put32(out, 0);
    if (strcmp(kind, "half") == 0) put32(out, 0x01306B47u);
    if (strcmp(kind, "int8") == 0) put32(out, 0x000D4B38u);
    for (const char *p = numbers; *p;) {
        char *end = NULL;
        if (strcmp(kind, "hex") == 0) {
            char byte = (char)strtol(p, &end, 16);
            if (end != p) sn_str_addn(out, &byte, 1);
        } else {
            float v = strtof(p, &end);
            uint16_t half = sn_f32_to_f16(v);
            char small = (char)(int)v;
            if (end == p) break;
            if (strcmp(kind, "half") == 0) {
                sn_str_addn(out, (const char *)&half, 2);
                n_bytes += 2;
            } else if (strcmp(kind, "int8") == 0) {
                sn_str_addn(out, &small, 1);
                n_bytes++;
            } else {
                sn_str_addn(out, (const char *)&v, 4);
            }
        }
        if (end == p) break;
        p = end;
    }
    while (n_bytes++ % 4) sn_str_addn(out, "", 1);
}

static bool write_bytes(const char *path, const char *s, size_t n)
{
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(s, 1, n, f) == n;
    if (f) ok = fclose(f) == 0 && ok;
    return ok;
}

static sn_status write_model(data_case *c, const char *param_path, const char *bin_path)
{
    const char *param = case_section(c, "param"), *bin = case_section(c, "bin");
    SN_CHECK(c->ctx, param, SN_E_ARG, "there is no section 'param'");
    SN_CHECK(c->ctx, write_bytes(param_path, param, strlen(param)), SN_E_IO, "%s cannot be written",
             param_path);
    if (!bin) return SN_OK;
    sn_str bytes;
    sn_str_init(&bytes, c->arena);
    char *copy = sn_arena_strdup(c->arena, bin), *rest = NULL;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        size_t n = strcspn(line, " ");
        put_values(&bytes, sn_arena_strndup(c->arena, line, n), line + n);
    }
    SN_CHECK(c->ctx, write_bytes(bin_path, bytes.s, bytes.n), SN_E_IO, "%s cannot be written",
             bin_path);
    return SN_OK;
}

/* ---- the command ----------------------------------------------------------------------------- */

static const char *file_text(data_case *c, const char *path)
{
    sn_str s;
    sn_str_init(&s, c->arena);
    FILE *f = fopen(path, "rb");
    char block[4096];
    for (size_t n; f && (n = fread(block, 1, sizeof block, f)) > 0;) sn_str_addn(&s, block, n);
    if (f) fclose(f);
    return s.s;
}

static sn_status saved_text(data_case *c, const sn_format *ncnn, const sn_graph *g,
                            const char *folder, const char **text)
{
    const char *param = sn_arena_printf(c->arena, "%s/out.param", folder);
    const char *bin = sn_arena_printf(c->arena, "%s/out.bin", folder);
    sn_save_options so = {.path = param, .weights = bin};
    SN_TRY(ncnn->save(g, &so));
    *text = file_text(c, param);
    sn_load_options lo = {.path = param, .weights = bin};
    sn_graph *again = NULL;
    sn_status status = ncnn->load(c->ctx, &lo, &again);
    if (status == SN_OK) status = sn_infer_graph(again);
    if (status == SN_OK && case_section(c, "results")) status = case_results(c, again);
    return status;
}

static sn_status in_folder(data_case *c, const char *folder)
{
    const sn_format *ncnn = sn_format_named("ncnn");
    const char *param = sn_arena_printf(c->arena, "%s/in.param", folder);
    const char *bin = sn_arena_printf(c->arena, "%s/in.bin", folder);
    SN_TRY(write_model(c, param, bin));
    sn_load_options lo = {.path = param, .weights = case_section(c, "bin") ? bin : "seed:1"};
    sn_graph *g = NULL;
    bool optimize = strncmp(c->arguments, "optimize", 8) == 0;
    sn_status status = ncnn->load(c->ctx, &lo, &g);
    if (status == SN_OK) status = case_pin(c, g);
    if (status == SN_OK) status = sn_infer_graph(g);
    if (case_section(c, "error")) {
        if (status == SN_OK) {
            case_fail(c, "this should have failed");
            return SN_OK;
        }
        const char *text = sn_ctx_error(c->ctx), *slash = strstr(text, "in.param");
        case_expect(
            c, "error",
            sn_arena_printf(c->arena, "%s: %s\n", sn_status_name(status), slash ? slash : text));
        return SN_OK;
    }
    SN_TRY(status);
    if (case_section(c, "results")) SN_TRY(case_results(c, g));
    if (strncmp(c->arguments, "run", 3) == 0) return SN_OK;
    sn_str remarks;
    sn_str_init(&remarks, c->arena);
    if (optimize) SN_TRY(case_optimize(c, g, NULL, &remarks));
    if (case_section(c, "remarks")) case_expect(c, "remarks", remarks.s);
    if (optimize) case_again(c, folder, param, lo.weights);
    const char *text = NULL;
    SN_TRY(saved_text(c, ncnn, g, folder, &text));
    case_expect(c, "out", text);
    return SN_OK;
}

sn_status run_ncnn(data_case *c)
{
    char folder[] = "/tmp/sinter-test-XXXXXX";
    SN_CHECK(c->ctx, mkdtemp(folder), SN_E_IO, "no temporary folder could be made");
    sn_status status = in_folder(c, folder);
    if (system(sn_arena_printf(c->arena, "rm -rf %s", folder)) != 0)
        case_fail(c, "%s could not be removed", folder);
    return status;
}
