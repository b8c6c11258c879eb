/* SPDX-License-Identifier: Apache-2.0
 *
 * The roof (Williams, Waterman, Patterson: Roofline, 2009): the machine's multiply-adds, and how fast it reads memory of three sizes.
 * They are steps of a module like that of a network, so that threads, clocks and flags are the same. */
#include "driver/roof.h"

#include <string.h>

#include "codegen/module_emit.h"
#include "ir/tensor.h"

enum { N_CHAINS = 12, FMA_LOOPS = 2000, FMA_UNITS = 128, PAGE_FLOATS = 1024, ROUNDS = 20, N_STEPS = 1 + SN_ROOF_LEVELS };

static const int64_t level_bytes[SN_ROOF_LEVELS] = {512 << 10, 8 << 20, 128 << 20};
static const int64_t level_loops[SN_ROOF_LEVELS] = {100, 12, 1};

static const char *fma_text(sn_arena *arena)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_str_add(&s, "/* Chains of multiply-adds, more than a machine needs to be kept busy; as far as a compiler knows, all different. */\n"
                   "STEP void roof_fma(const struct net *n, long first, long last, float *scratch)\n{\n"
                   "    const vf *w = (const vf *)(const void *)n->work;\n    vf x = w[0], y = w[1];\n");
    for (int i = 0; i < N_CHAINS; i++) sn_str_addf(&s, "    vf a%d = w[%d];\n", i, i + 2);
    sn_str_addf(&s, "    for (long i = 0; i < (last - first) * %d; i++) {\n", FMA_LOOPS);
    for (int i = 0; i < N_CHAINS; i++) sn_str_addf(&s, "        a%d = a%d * x + y;\n", i, i);
    sn_str_add(&s, "    }\n    *(vf *)(void *)scratch = a0");
    for (int i = 1; i < N_CHAINS; i++) sn_str_addf(&s, " + a%d", i);
    sn_str_add(&s, ";\n}\n\n");
    return s.s;
}

static const char *read_text(sn_arena *arena, int level)
{
    return sn_arena_printf(arena,
                           "STEP void roof_read%d(const struct net *n, long first, long last, float *scratch)\n{\n"
                           "    vf a0 = {0}, a1 = a0, a2 = a0, a3 = a0;\n"
                           "    for (int loop = 0; loop < %d; loop++) {\n"
                           "        const vf *w = (const vf *)(const void *)(n->work + first * %d), *end = (const vf *)(const void *)(n->work + last * %d);\n"
                           "        for (; w < end; w += 4) {\n"
                           "            a0 += w[0];\n            a1 += w[1];\n            a2 += w[2];\n            a3 += w[3];\n        }\n"
                           "        __asm__ volatile(\"\" : : : \"memory\"); /* each loop reads anew */\n    }\n"
                           "    *(vf *)(void *)scratch = a0 + a1 + a2 + a3;\n}\n\n",
                           level, (int)level_loops[level], PAGE_FLOATS * 4, PAGE_FLOATS * 4);
}

static sn_module roof_module(sn_arena *arena, int lanes, const sn_driver_options *o, sn_module_step *steps)
{
    sn_str text;
    sn_str_init(&text, arena);
    sn_str_add(&text, fma_text(arena));
    steps[0] = (sn_module_step){.function = "roof_fma", .layers = "multiply-adds", .kernel = "", .units = FMA_UNITS, .barrier = true};
    for (int i = 0; i < SN_ROOF_LEVELS; i++) {
        sn_str_add(&text, read_text(arena, i));
        steps[i + 1] = (sn_module_step){.function = sn_arena_printf(arena, "roof_read%d", i), .layers = "read", .kernel = "",
                                        .units = level_bytes[i] / (PAGE_FLOATS * 4), .barrier = true};
    }
    const char **parts = SN_NEW_N(arena, const char *, 1);
    parts[0] = text.s;
    return (sn_module){
        .prefix = "roof",
        .model = "the machine",
        .gcc_flags = o->gcc_flags,
        .clang_flags = o->clang_flags,
        .steps = steps,
        .n_steps = N_STEPS,
        .support = lanes > 1 ? sn_arena_printf(arena, "typedef float vf __attribute__((vector_size(%d), may_alias));\n\n", lanes * 4) : "typedef float vf;\n\n",
        .parts = parts,
        .n_parts = 1,
        .work_bytes = (uint64_t)level_bytes[SN_ROOF_LEVELS - 1],
        .scratch_bytes = 256,
    };
}

/* The best of some rounds. */
static sn_status measure(sn_ctx *ctx, const struct sinter_module *m, int lanes, int n_threads, unsigned char *workspace, sn_roof *out)
{
    void *net = NULL;
    size_t bytes = m->workspace_bytes(n_threads);
    for (size_t i = 0; i < bytes; i += 4) memcpy(workspace + i, &(float){0.5f}, 4); /* so that it is there, and nothing overflows */
    int code = m->init(&net, workspace, bytes, n_threads, NULL, 0);
    SN_CHECK(ctx, code == 0, SN_E_IO, "the machine's speed cannot be measured: %s", m->error(code));
    *out = (sn_roof){0};
    for (int round = 0; round < ROUNDS; round++) {
        double *seconds = m->seconds(net);
        memset(seconds, 0, N_STEPS * sizeof *seconds);
        m->run(net, NULL, NULL);
        double flops = 2.0 * N_CHAINS * FMA_LOOPS * FMA_UNITS * lanes / seconds[0];
        if (flops > out->flops) out->flops = flops;
        for (int i = 0; i < SN_ROOF_LEVELS; i++) {
            double speed = (double)(level_bytes[i] * level_loops[i]) / seconds[i + 1];
            out->bytes[i] = (double)level_bytes[i];
            if (speed > out->speeds[i]) out->speeds[i] = speed;
        }
    }
    m->close(net);
    return SN_OK;
}

sn_status sn_roof_measure(sn_arena *arena, int lanes, int n_threads, const sn_driver_options *options, sn_roof *out)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    /* More threads than processors take turns, and each reads what lies in the cache of the one that it shares: no machine is as fast. */
    if (n_threads > sn_usable_processors()) n_threads = sn_usable_processors();
    sn_module_step steps[N_STEPS];
    sn_module m = roof_module(arena, lanes, options, steps);
    sn_source_set sources;
    sn_driver_options o = *options;
    sn_built built;
    sn_library *library = NULL;
    unsigned char *workspace = NULL;
    SN_TRY(sn_module_emit(arena, &m, &sources));
    o.defines = "-DROOF_PROFILE";
    SN_TRY(sn_driver_build(arena, &sources, &o, &built));
    SN_TRY(sn_library_open(ctx, built.path, "roof", &library));
    const struct sinter_module *module = sn_library_module(library);
    sn_buf *buf = sn_buf_try_create(ctx, module->workspace_bytes(n_threads), &workspace);
    sn_status status = buf ? measure(ctx, module, lanes, n_threads, workspace, out)
                           : sn_fail(ctx, SN_E_MEMORY, "out of memory: the machine's speed cannot be measured");
    if (buf) sn_buf_release(buf);
    sn_library_close(ctx, library);
    return status;
}

double sn_roof_seconds(const sn_roof *roof, double flops, double bytes)
{
    int level = 0;
    while (level + 1 < SN_ROOF_LEVELS && bytes > roof->bytes[level]) level++;
    double arithmetic = flops / roof->flops, memory = bytes / roof->speeds[level];
    return arithmetic > memory ? arithmetic : memory;
}
