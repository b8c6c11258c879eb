/* SPDX-License-Identifier: Apache-2.0
 *
 * The roof (Williams, Waterman, Patterson: Roofline, 2009): how fast the machine computes a product
 * in registers and near caches, and how fast it reads memory of three sizes. Multiply-adds alone
 * are faster on machines whose clock falls where loads are added, so that no network reaches them.
 * They are steps of a module like that of a network, so that threads, clocks and flags are the
 * same. */
#include "driver/roof.h"

#include <string.h>

#include "codegen/module_emit.h"
#include "ir/tensor.h"

enum { PAGE_FLOATS = 1024, ROUNDS = 20, UNITS = 512, N_STEPS = 1 + SN_ROOF_LEVELS };
/* The product: a register tile with its rows of x in the first cache and its weights in the second.
 */
enum { VECTORS = 3, K = 256, K_AT_ONCE = 4, X_FLOATS = 8 * K, W_FLOATS = 64 << 10 };

static const int64_t level_bytes[SN_ROOF_LEVELS] = {512 << 10, 8 << 20, 128 << 20};
static const int64_t level_loops[SN_ROOF_LEVELS] = {100, 12, 1};

static int rows_of(const sn_machine *m) { return m->registers >= 32 ? 8 : 4; }

static const char *product_text(sn_arena *arena, const sn_machine *m)
{
    const int rows = rows_of(m), group = VECTORS * K * m->lanes;
    sn_str s;
    sn_str_init(&s, arena);
    sn_str_addf(
        &s,
        "/* %d vectors of outputs by %d rows, summed over %d inputs, as products of networks are. "
        "*/\n"
        "STEP void roof_product(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    const float *const x = (const float *)(const void *)n->work;\n    for (long u = "
        "first; u < last; u++) {\n"
        "        const vf *w = (const vf *)(const void *)(x + %d + u %% %d * %d);\n",
        VECTORS, rows, K, X_FLOATS, W_FLOATS / group, group);
    for (int i = 0; i < VECTORS * rows; i++) sn_str_addf(&s, "        vf a%d = {0};\n", i);
    sn_str_addf(&s, "        for (long k = 0; k < %d; k += %d, w += %d) {\n            vf s;\n", K,
                K_AT_ONCE, VECTORS * K_AT_ONCE);
    for (int k = 0; k < K_AT_ONCE; k++)
        for (int r = 0; r < rows; r++) {
            sn_str_addf(&s, "            s = x[k + %d] - (vf){0};\n", r * K + k);
            for (int v = 0; v < VECTORS; v++)
                sn_str_addf(&s, "            a%d += s * w[%d];\n", r * VECTORS + v,
                            k * VECTORS + v);
        }
    sn_str_add(&s, "        }\n        *(vf *)(void *)scratch = a0");
    for (int i = 1; i < VECTORS * rows; i++) sn_str_addf(&s, " + a%d", i);
    sn_str_add(&s, ";\n    }\n}\n\n");
    return s.s;
}

static const char *read_text(sn_arena *arena, int level)
{
    return sn_arena_printf(
        arena,
        "STEP void roof_read%d(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    vf a0 = {0}, a1 = a0, a2 = a0, a3 = a0;\n"
        "    for (int loop = 0; loop < %d; loop++) {\n"
        "        const vf *w = (const vf *)(const void *)(n->work + first * %d), *end = (const vf "
        "*)(const void *)(n->work + last * %d);\n"
        "        for (; w < end; w += 4) {\n"
        "            a0 += w[0];\n            a1 += w[1];\n            a2 += w[2];\n            a3 "
        "+= w[3];\n        }\n"
        "        __asm__ volatile(\"\" : : : \"memory\"); /* each loop reads anew */\n    }\n"
        "    *(vf *)(void *)scratch = a0 + a1 + a2 + a3;\n}\n\n",
        level, (int)level_loops[level], PAGE_FLOATS * 4, PAGE_FLOATS * 4);
}

/* The product, and reading where `levels` is not 0. */
static sn_module roof_module(sn_arena *arena, const sn_machine *machine, int levels,
                             sn_module_step *steps, sn_module_set *set)
{
    const int lanes = machine->lanes;
    sn_str text;
    sn_str_init(&text, arena);
    sn_str_add(&text, product_text(arena, machine));
    steps[0] = (sn_module_step){.function = "roof_product",
                                .layers = "a product",
                                .kernel = "",
                                .units = UNITS,
                                .barrier = true};
    for (int i = 0; i < levels; i++) {
        sn_str_add(&text, read_text(arena, i));
        steps[i + 1] = (sn_module_step){.function = sn_arena_printf(arena, "roof_read%d", i),
                                        .layers = "read",
                                        .kernel = "",
                                        .units = level_bytes[i] / (PAGE_FLOATS * 4),
                                        .barrier = true};
    }
    const char **parts = SN_NEW_N(arena, const char *, 1);
    parts[0] = text.s;
    *set = (sn_module_set){
        .steps = steps,
        .n_steps = (size_t)levels + 1,
        .memory.work_bytes = levels ? (uint64_t)level_bytes[levels - 1] : (X_FLOATS + W_FLOATS) * 4,
        .memory.scratch_bytes = 256,
    };
    return (sn_module){
        .prefix = "roof",
        .model = "the machine",
        .gcc_flags = machine->gcc_flags,
        .clang_flags = machine->clang_flags,
        .sets = set,
        .n_sets = 1,
        .support =
            lanes > 1
                ? sn_arena_printf(
                      arena, "typedef float vf __attribute__((vector_size(%d), may_alias));\n\n",
                      lanes * 4)
                : "typedef float vf;\n\n",
        .parts = parts,
        .n_parts = 1,
    };
}

/* ---- running --------------------------------------------------------------------------------- */

/* A module that is loaded and begun. */
typedef struct meter {
    const sn_machine *machine;
    sn_library *library;
    const struct sinter_module *module;
    sn_buf *workspace;
    void *net;
} meter;

static void meter_close(sn_ctx *ctx, meter *t)
{
    if (t->net) t->module->close(t->net);
    if (t->workspace) sn_buf_release(t->workspace);
    sn_library_close(ctx, t->library);
}

static sn_status meter_begin(sn_ctx *ctx, meter *t, int n_threads)
{
    unsigned char *data = NULL;
    const size_t bytes = t->module->workspace_bytes(n_threads);
    t->workspace = sn_buf_try_create(ctx, bytes, &data);
    SN_CHECK(ctx, t->workspace, SN_E_MEMORY,
             "out of memory: the machine's speed cannot be measured");
    for (size_t i = 0; i < bytes; i += 4)
        memcpy(data + i, &(float){0.5f}, 4); /* so that it is there, and nothing overflows */
    int code = t->module->init(&t->net, data, bytes, n_threads, NULL, 0);
    SN_CHECK(ctx, code == 0, SN_E_IO, "the machine's speed cannot be measured: %s",
             t->module->error(code));
    return SN_OK;
}

static sn_status meter_open(sn_arena *arena, const sn_machine *machine, int levels, int n_threads,
                            const sn_driver_options *options, meter *t)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    sn_module_step steps[N_STEPS];
    sn_module_set set;
    sn_module m = roof_module(arena, machine, levels, steps, &set);
    sn_source_set sources;
    sn_driver_options o = *options;
    sn_built built;
    *t = (meter){.machine = machine};
    SN_TRY(sn_module_emit(arena, &m, &sources));
    o.gcc_flags = machine->gcc_flags;
    o.clang_flags = machine->clang_flags;
    o.defines = "-DROOF_PROFILE";
    SN_TRY(sn_driver_build(arena, &sources, &o, &built));
    SN_TRY(sn_library_open(ctx, built.path, "roof", &t->library));
    t->module = sn_library_module(t->library);
    sn_status status = meter_begin(ctx, t, n_threads);
    if (status != SN_OK) meter_close(ctx, t);
    return status;
}

/* One run; the seconds of its steps, and what it says of the product. */
static double product_speed(const meter *t, double **seconds)
{
    *seconds = t->module->seconds(t->net);
    memset(*seconds, 0, (size_t)t->module->n_steps * sizeof **seconds);
    t->module->run(t->net, NULL, NULL);
    return 2.0 * VECTORS * rows_of(t->machine) * K * UNITS * t->machine->lanes / **seconds;
}

sn_status sn_roof_measure(sn_arena *arena, const sn_machine *machine, int n_threads,
                          const sn_driver_options *options, sn_roof *out)
{
    meter t;
    /* More threads than processors take turns, and each reads what lies in the cache of the one
     * that it shares: no machine is as fast. */
    if (n_threads > sn_usable_processors()) n_threads = sn_usable_processors();
    SN_TRY(meter_open(arena, machine, SN_ROOF_LEVELS, n_threads, options, &t));
    *out = (sn_roof){0};
    for (int round = 0; round < ROUNDS; round++) {
        double *seconds;
        const double flops = product_speed(&t, &seconds);
        if (flops > out->flops) out->flops = flops;
        for (int i = 0; i < SN_ROOF_LEVELS; i++) {
            double speed = (double)(level_bytes[i] * level_loops[i]) / seconds[i + 1];
            out->bytes[i] = (double)level_bytes[i];
            if (speed > out->speeds[i]) out->speeds[i] = speed;
        }
    }
    meter_close(sn_arena_ctx(arena), &t);
    return SN_OK;
}

sn_status sn_roof_products(sn_arena *arena, const sn_machine *const machines[2],
                           const sn_driver_options *options, double flops[2])
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    meter t[2];
    SN_TRY(meter_open(arena, machines[0], 0, 1, options, &t[0]));
    sn_status status = meter_open(arena, machines[1], 0, 1, options, &t[1]);
    for (int round = 0; round < 2 * ROUNDS && status == SN_OK; round++) {
        for (int i = 0; i < 2; i++) {
            double *seconds;
            const double speed = product_speed(&t[i], &seconds);
            if (round == 0 || speed > flops[i]) flops[i] = speed;
        }
    }
    if (status == SN_OK) meter_close(ctx, &t[1]);
    meter_close(ctx, &t[0]);
    return status;
}

double sn_roof_seconds(const sn_roof *roof, double flops, double bytes)
{
    int level = 0;
    while (level + 1 < SN_ROOF_LEVELS && bytes > roof->bytes[level]) level++;
    double arithmetic = flops / roof->flops, memory = bytes / roof->speeds[level];
    return arithmetic > memory ? arithmetic : memory;
}
