/* SPDX-License-Identifier: Apache-2.0
 *
 * How fast the machine computes a product in registers and near caches, how much longer it takes
 * with weights in half precision, how long a multiply-add and a barrier take, and how fast it reads
 * each cache and memory. Multiply-adds alone are faster on machines whose clock falls where loads
 * are added, so that no network reaches them. All are steps of a module like that of a network, so
 * that threads, clocks and flags are the same. */
#include "driver/measure.h"

#include <string.h>

#include "codegen/module_emit.h"
#include "driver/host.h"
#include "ir/tensor.h"

extern const char sn_text_half[];

enum { PAGE_FLOATS = 1024, ROUNDS = 20, UNITS = 512, N_LEVELS = SN_N_CACHES + 1, EMPTY = 64 };
/* The product: a register tile with its rows of x in the first cache and its weights in the second.
 */
enum { VECTORS = 3, K = 256, K_AT_ONCE = 4, X_FLOATS = 8 * K, W_FLOATS = 64 << 10 };
/* One vector by so many rows: as many loads as multiply-adds, and one. A chain of multiply-adds. */
enum { NARROW = 8, CHAIN = 256 };
/* Bytes that a level is read by in a round, at least. */
#define READ_BYTES 64e6

enum { PRODUCT, LOADS, LATENCY, SCALAR, HALVES, READS, N_STEPS = READS + N_LEVELS + EMPTY };

/* What is read of each cache fits it with room to spare; of memory, it does not fit the caches. */
static int64_t read_bytes(const sn_core *c, int level)
{
    const double bytes = level < SN_N_CACHES ? c->level_bytes[level] / 2 : 8 * c->level_bytes[2];
    const int64_t most = 192 << 20, least = 4 * PAGE_FLOATS * 4;
    const int64_t pages = (int64_t)bytes / (PAGE_FLOATS * 4) * (PAGE_FLOATS * 4);
    return pages < least ? least : pages > most ? most : pages;
}

static int64_t read_loops(const sn_core *c, int level)
{
    const int64_t loops = (int64_t)(READ_BYTES / (double)read_bytes(c, level));
    return loops < 1 ? 1 : loops;
}

static int rows_of(const sn_machine *m) { return m->registers >= 32 ? 8 : 4; }

/* half: of weights in half precision, half the bytes. */
static void product_text(sn_str *s, const sn_machine *m, const char *name, int vectors, int rows,
                         bool half)
{
    const int group = vectors * K * m->lanes, floats = half ? group / 2 : group;
    sn_str_addf(
        s,
        "/* %d vectors of outputs by %d rows, summed over %d inputs, as products of networks are. "
        "*/\n"
        "STEP void %s(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    const float *const x = (const float *)(const void *)n->work;\n    for (long u = "
        "first; u < last; u++) {\n"
        "        const %s *w = (const %s *)(const void *)(x + %d + u %% %d * %d);\n",
        vectors, rows, K, name, half ? "uint16_t" : "vf", half ? "uint16_t" : "vf", X_FLOATS,
        W_FLOATS / group, floats);
    for (int i = 0; i < vectors * rows; i++) sn_str_addf(s, "        vf a%d = {0};\n", i);
    sn_str_addf(s, "        for (long k = 0; k < %d; k += %d, w += %d) {\n            vf s;\n", K,
                K_AT_ONCE, vectors * K_AT_ONCE * (half ? m->lanes : 1));
    for (int k = 0; k < K_AT_ONCE; k++) {
        for (int v = 0; v < vectors && half; v++)
            sn_str_addf(s, "            const vf w%d_%d = v_load_half(w + %d);\n", k, v,
                        (k * vectors + v) * m->lanes);
        for (int r = 0; r < rows; r++) {
            sn_str_addf(s, "            s = x[k + %d] - (vf){0};\n", r * K + k);
            for (int v = 0; v < vectors; v++)
                if (half)
                    sn_str_addf(s, "            a%d += s * w%d_%d;\n", r * vectors + v, k, v);
                else
                    sn_str_addf(s, "            a%d += s * w[%d];\n", r * vectors + v,
                                k * vectors + v);
        }
    }
    sn_str_add(s, "        }\n        *(vf *)(void *)scratch = a0");
    for (int i = 1; i < vectors * rows; i++) sn_str_addf(s, " + a%d", i);
    sn_str_add(s, ";\n    }\n}\n\n");
}

static void latency_text(sn_str *s)
{
    sn_str_addf(s,
                "/* Each multiply-add needs the one before. */\n"
                "STEP void core_latency(const struct net *n, long first, long last, float "
                "*scratch)\n{\n"
                "    const vf x = *(const vf *)(const void *)n->work;\n    vf a = x;\n"
                "    for (long u = first; u < last; u++)\n"
                "        for (long k = 0; k < %d; k++) a = a * x + x;\n"
                "    *(vf *)(void *)scratch = a;\n}\n\n",
                CHAIN);
}

/* A load, a multiply-add, a store, and the loop: about five instructions, as scalar loops have. */
static void scalar_text(sn_str *s)
{
    sn_str_addf(s,
                "/* Elements one by one. */\n"
                "STEP void core_scalar(const struct net *n, long first, long last, float "
                "*scratch)\n{\n"
                "    const float *const x = (const float *)(const void *)n->work;\n"
                "    (void)scratch;\n"
                "    for (long u = first; u < last; u++)\n"
                "        for (long k = 0; k < %d; k++) {\n"
                "            float y = x[k] * 0.5f + x[k + 1];\n"
                "            __asm__ volatile(\"\" : : \"m\"(y));\n        }\n}\n\n",
                CHAIN);
}

enum { SCALAR_INSTRUCTIONS = 6 };

static void read_text(sn_str *s, const sn_core *c, int level)
{
    sn_str_addf(
        s,
        "STEP void core_read%d(const struct net *n, long first, long last, float *scratch)\n{\n"
        "    vf a0 = {0}, a1 = a0, a2 = a0, a3 = a0;\n"
        "    for (int loop = 0; loop < %d; loop++) {\n"
        "        const vf *w = (const vf *)(const void *)(n->work + first * %d), *end = (const vf "
        "*)(const void *)(n->work + last * %d);\n"
        "        for (; w < end; w += 4) {\n"
        "            a0 += w[0];\n            a1 += w[1];\n            a2 += w[2];\n            a3 "
        "+= w[3];\n        }\n"
        "        __asm__ volatile(\"\" : : : \"memory\"); /* each loop reads anew */\n    }\n"
        "    *(vf *)(void *)scratch = a0 + a1 + a2 + a3;\n}\n\n",
        level, (int)read_loops(c, level), PAGE_FLOATS * 4, PAGE_FLOATS * 4);
}

static void add_step(sn_module_set *set, sn_module_step *steps, const char *function, int64_t units)
{
    steps[set->n_steps++] = (sn_module_step){
        .function = function, .layers = function, .kernel = "", .units = units, .barrier = true};
}

static const char *support_text(sn_arena *arena, const sn_machine *m)
{
    const int bytes = m->lanes * (int)sizeof(float);
    if (m->lanes == 1) return "typedef float vf;\n\n";
    return sn_arena_printf(arena,
                           "#include <stdint.h>\n\n#define VL %d\n"
                           "typedef float vf __attribute__((vector_size(%d), may_alias));\n"
                           "typedef int32_t vi __attribute__((vector_size(%d)));\n\n%s\n",
                           m->lanes, bytes, bytes, m->halves ? sn_text_half : "");
}

/* The product, and all else unless it is for products alone. */
static sn_module module_of(sn_arena *arena, const sn_machine *machine, bool products,
                           sn_module_step *steps, sn_module_set *set)
{
    sn_str text;
    sn_str_init(&text, arena);
    *set = (sn_module_set){.steps = steps, .memory.scratch_bytes = 256};
    int64_t most = (X_FLOATS + W_FLOATS) * 4;
    product_text(&text, machine, "core_product", VECTORS, rows_of(machine), false);
    add_step(set, steps, "core_product", UNITS);
    if (!products) {
        product_text(&text, machine, "core_loads", 1, NARROW, false);
        add_step(set, steps, "core_loads", UNITS);
        latency_text(&text);
        add_step(set, steps, "core_latency", UNITS);
        scalar_text(&text);
        add_step(set, steps, "core_scalar", UNITS);
        product_text(&text, machine, "core_halves", VECTORS, rows_of(machine), machine->halves);
        add_step(set, steps, "core_halves", UNITS);
        for (int i = 0; i < N_LEVELS; i++) {
            const int64_t bytes = read_bytes(machine->core, i);
            if (bytes > most) most = bytes;
            read_text(&text, machine->core, i);
            add_step(set, steps, sn_arena_printf(arena, "core_read%d", i),
                     bytes / (PAGE_FLOATS * 4));
        }
        sn_str_add(&text,
                   "STEP void core_empty(const struct net *n, long first, long last, float "
                   "*scratch)\n{\n    (void)n, (void)first, (void)last, (void)scratch;\n}\n\n");
        for (int i = 0; i < EMPTY; i++) add_step(set, steps, "core_empty", 64);
    }
    set->memory.work_bytes = (uint64_t)most;
    const char **parts = SN_NEW_N(arena, const char *, 1);
    parts[0] = text.s;
    sn_module_target *target = SN_NEW(arena, sn_module_target);
    *target = (sn_module_target){
        .support = support_text(arena, machine),
        .parts = parts,
        .n_parts = 1,
    };
    return (sn_module){
        .prefix = "core",
        .model = "the machine",
        .gcc_flags = machine->gcc_flags,
        .clang_flags = machine->clang_flags,
        .sets = set,
        .n_sets = 1,
        .targets = target,
        .n_targets = 1,
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

static sn_status meter_open(sn_arena *arena, const sn_machine *machine, bool products,
                            int n_threads, const sn_driver_options *options, meter *t)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    sn_module_step steps[N_STEPS];
    sn_module_set set;
    sn_module m = module_of(arena, machine, products, steps, &set);
    sn_source_set sources;
    sn_driver_options o = *options;
    sn_built built;
    *t = (meter){.machine = machine};
    SN_TRY(sn_module_emit(arena, &m, &sources));
    o.gcc_flags = machine->gcc_flags;
    o.clang_flags = machine->clang_flags;
    o.defines = "-DCORE_PROFILE";
    SN_TRY(sn_driver_build(arena, &sources, &o, &built));
    SN_TRY(sn_library_open(ctx, built.path, "core", &t->library));
    t->module = sn_library_module(t->library);
    sn_status status = meter_begin(ctx, t, n_threads);
    if (status != SN_OK) meter_close(ctx, t);
    return status;
}

/* One run; the seconds of its steps. */
static const double *run(const meter *t)
{
    double *seconds = t->module->seconds(t->net);
    memset(seconds, 0, (size_t)t->module->n_steps * sizeof *seconds);
    t->module->run(t->net, NULL, NULL);
    return seconds;
}

static double products_of(const sn_machine *m, int vectors, int rows)
{
    return 2.0 * vectors * rows * K * UNITS * m->lanes;
}

static void larger(double *most, double v)
{
    if (v > *most) *most = v;
}

static void smaller(double *least, double v)
{
    if (*least <= 0 || v < *least) *least = v;
}

/* Of an instruction that costs less than can be measured: as if it were a hundredth of the product.
 */
#define LEAST_SHARE 0.01

/* Vectors of weights in halves that the product converts a second, by what that takes longer. */
static double halves_of(double product, double halves)
{
    const double weights = (double)VECTORS * K * UNITS, more = halves - product;
    return weights / (more > LEAST_SHARE * product ? more : LEAST_SHARE * product);
}

static double mean(const double *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i];
    return sum / n;
}

static void measure(const meter *t, int width, sn_core *c)
{
    const sn_core *known = t->machine->core;
    double flops = 0, scalar = 0, narrow = 0, latency = 0, start = 0, halves = 0, product = 0,
           speed[N_LEVELS] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        const double *seconds = run(t);
        larger(&flops, products_of(t->machine, VECTORS, rows_of(t->machine)) / seconds[PRODUCT]);
        larger(&narrow, (1.0 + NARROW) * K * UNITS / seconds[LOADS]);
        larger(&scalar, (double)SCALAR_INSTRUCTIONS * CHAIN * UNITS / seconds[SCALAR]);
        smaller(&product, seconds[PRODUCT]);
        smaller(&halves, seconds[HALVES]);
        smaller(&latency, seconds[LATENCY] / ((double)CHAIN * UNITS));
        for (int i = 0; i < N_LEVELS; i++)
            larger(&speed[i],
                   (double)(read_bytes(known, i) * read_loops(known, i)) / seconds[READS + i]);
        smaller(&start, mean(seconds + READS + N_LEVELS, EMPTY));
    }
    c->flops[width] = flops;
    c->loads = narrow;
    c->scalar = scalar;
    if (t->machine->halves) c->halves = halves_of(product, halves);
    c->latency = latency;
    c->start = start;
    memcpy(c->level_speed, speed, sizeof speed);
}

sn_status sn_measure_core(sn_arena *arena, const sn_machine *machine, int n_threads,
                          const sn_driver_options *options, sn_core *out)
{
    sn_core known = *machine->core;
    sn_machine here = *machine;
    meter t;
    sn_host_caches(known.level_bytes);
    here.core = &known;
    /* More threads than processors take turns, and each reads what lies in the cache of the one
     * that it shares: no machine is as fast. */
    if (n_threads > sn_usable_processors()) n_threads = sn_usable_processors();
    SN_TRY(meter_open(arena, &here, false, n_threads, options, &t));
    *out = known;
    measure(&t, sn_machine_width(machine), out);
    meter_close(sn_arena_ctx(arena), &t);
    return SN_OK;
}

sn_status sn_measure_products(sn_arena *arena, const sn_machine *const machines[2],
                              const sn_driver_options *options, double flops[2])
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    meter t[2];
    SN_TRY(meter_open(arena, machines[0], true, 1, options, &t[0]));
    sn_status status = meter_open(arena, machines[1], true, 1, options, &t[1]);
    for (int round = 0; round < 2 * ROUNDS && status == SN_OK; round++) {
        for (int i = 0; i < 2; i++) {
            const double speed =
                products_of(machines[i], VECTORS, rows_of(machines[i])) / *run(&t[i]);
            if (round == 0 || speed > flops[i]) flops[i] = speed;
        }
    }
    if (status == SN_OK) meter_close(ctx, &t[1]);
    meter_close(ctx, &t[0]);
    return status;
}
