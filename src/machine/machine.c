/* SPDX-License-Identifier: Apache-2.0
 *
 * The targets that code is generated for, and the cores they usually run on. Flags: gcc 12 tuned
 * for recent x86 folds every load of a weight vector into the multiply-add that reads it, one load
 * each, and vectorizes what is vector code already; both cost up to a third. */
#include "machine/machine.h"

#include <string.h>

#include "base/text.h"
#include "base/ways.h"
#include "machine/processor.h"

#define GFLOPS           *1e9
#define GB_S             *1e9
#define PER_NS           *1e9
#define NS               *1e-9
#define KB               *1024.0
#define MACHINE(id, ...) static const sn_core core_##id = {.name = #id, __VA_ARGS__};
#include "machine/machines.def"
#undef MACHINE

static const sn_core *const cores[] = {
#define MACHINE(id, ...) &core_##id,
#include "machine/machines.def"
#undef MACHINE
};

#define GCC_COMMON   "-O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize"
#define CLANG_COMMON "-O2 -ffp-contract=fast -fno-math-errno"

/* A core without vectors. */
#define SCALAR(id, core_of, help)                                                                  \
    {                                                                                              \
        id, 1, 16, true, false, false, core_of, GCC_COMMON, CLANG_COMMON, help, id, 1              \
    }

static const sn_machine machines[] = {
    {"x86-64-v3", 8, 16, true, false, true, &core_zen3,
     GCC_COMMON " -march=x86-64-v3 -mtune=generic", CLANG_COMMON " -march=x86-64-v3",
     "x86 with AVX2 and FMA", "x86-64", 3},
    {"x86-64-v3-vl", 8, 32, true, false, true, &core_zen4,
     GCC_COMMON " -march=x86-64-v4 -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mprefer-vector-width=256",
     "x86 with AVX-512, used for its 32 registers at 256 bits", "x86-64", 4},
    {"x86-64-v4", 16, 32, true, false, true, &core_sapphire_rapids,
     GCC_COMMON " -march=x86-64-v4 -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mprefer-vector-width=512", "x86 with AVX-512 at 512 bits",
     "x86-64", 4},
    {"x86-64-v3-vl-vnni", 8, 32, true, true, true, &core_zen4,
     GCC_COMMON " -march=x86-64-v4 -mavx512vnni -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mavx512vnni -mprefer-vector-width=256",
     "x86-64-v3-vl with VNNI, which multiplies bytes", "x86-64", 5},
    {"x86-64-v4-vnni", 16, 32, true, true, true, &core_sapphire_rapids,
     GCC_COMMON " -march=x86-64-v4 -mavx512vnni -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mavx512vnni -mprefer-vector-width=512", "x86-64-v4 with VNNI",
     "x86-64", 5},
    {"x86-64", 4, 16, false, false, false, &core_sse2, GCC_COMMON " -march=x86-64 -mtune=generic",
     CLANG_COMMON " -march=x86-64", "any 64-bit x86 (SSE2)", "x86-64", 1},
    {"aarch64", 4, 32, true, false, true, &core_cortex_a76, GCC_COMMON, CLANG_COMMON,
     "64-bit ARM with NEON", "aarch64", 1},
    {"wasm", 4, 16, false, false, false, &core_wasm_simd128, GCC_COMMON, CLANG_COMMON,
     "WebAssembly with 128-bit SIMD, for browsers and node", "wasm", 1},
    SCALAR("cortex-m4", &core_cortex_m4, "Arm Cortex-M4 with its floating-point unit"),
    SCALAR("cortex-m7", &core_cortex_m7, "Arm Cortex-M7, floats in single precision"),
    /* gcc 12 makes a product and a sum of a multiply-add of MVE's vectors, and takes comparisons of
     * them apart: they gain nothing over the scalar unit, which fuses. */
    SCALAR("cortex-m55", &core_cortex_m55, "Arm Cortex-M55, by its scalar unit"),
    SCALAR("riscv64", &core_sifive_u74, "64-bit RISC-V (RV64GC)"),
    {"armv7", 4, 16, true, false, false, &core_cortex_a7, GCC_COMMON, CLANG_COMMON,
     "32-bit ARM with NEON and VFPv4", "armv7", 1},
    {"generic", 1, 16, false, false, false, &core_generic, GCC_COMMON, CLANG_COMMON,
     "any machine: plain scalar C", "generic", 1},
};

#define M4    "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
#define M7    "-mcpu=cortex-m7 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard"
#define M55   "-mcpu=cortex-m55 -mthumb -mfloat-abi=hard"
#define RV64  "-march=rv64gc -mabi=lp64d"
#define ARMV7 "-march=armv7-a -mfpu=neon-vfpv4 -mfloat-abi=hard"
/* gcc uses NEON for floats only where it may round denormals to 0, as the unit does. */
#define FLUSHES                                                                                    \
    " -funsafe-math-optimizations -fno-associative-math -fno-reciprocal-math -fsigned-zeros"

static const sn_cross crosses[] = {
    {"cortex-m4", "arm-none-eabi-gcc", M4, M4, true},
    {"cortex-m7", "arm-none-eabi-gcc", M7, M7, true},
    {"cortex-m55", "arm-none-eabi-gcc", M55, M55, true},
    {"riscv64", "riscv64-linux-gnu-gcc", RV64, RV64, false},
    {"armv7", "arm-linux-gnueabihf-gcc", ARMV7 FLUSHES, ARMV7, false},
};

const sn_cross *sn_machine_cross(const sn_machine *m)
{
    for (size_t i = 0; i < sizeof crosses / sizeof *crosses; i++)
        if (strcmp(crosses[i].target, m->name) == 0) return &crosses[i];
    return NULL;
}

#define N_MACHINES (sizeof machines / sizeof machines[0])
#define N_CORES    (sizeof cores / sizeof cores[0])

static const char *native_name(void)
{
#if defined(__x86_64__)
    const int level = processor_level();
    return level >= 5   ? "x86-64-v3-vl-vnni"
           : level == 4 ? "x86-64-v3-vl"
           : level == 3 ? "x86-64-v3"
                        : "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "generic";
#endif
}

size_t sn_machine_count(void) { return N_MACHINES; }

const sn_machine *sn_machine_at(size_t i) { return i < N_MACHINES ? &machines[i] : NULL; }

sn_status sn_machine_find(sn_ctx *ctx, const char *name, const sn_machine **out)
{
    const char *found = strcmp(name, "native") == 0 ? native_name() : name;
    for (size_t i = 0; i < N_MACHINES; i++) {
        if (strcmp(machines[i].name, found) != 0) continue;
        *out = &machines[i];
        return SN_OK;
    }
    SN_CHECK(ctx, !strchr(name, '+'), SN_E_ARG,
             "'%s': one target is expected here; several in one are for 'compile'", name);
    sn_arena *scratch = sn_arena_create(ctx);
    sn_str names;
    sn_str_init(&names, scratch);
    for (size_t i = 0; i < N_MACHINES; i++)
        sn_str_addf(&names, "%s%s", i + 1 < N_MACHINES ? ", " : " and ", machines[i].name);
    const sn_status status =
        sn_fail(ctx, SN_E_ARG, "no target '%s'; there are native%s", name, names.s);
    sn_arena_destroy(scratch);
    return status;
}

const sn_machine *sn_machine_copy(sn_arena *arena, const sn_machine *m)
{
    sn_machine *own = sn_arena_copy(arena, m, sizeof *own);
    sn_core *core = sn_arena_copy(arena, m->core, sizeof *core);
    core->name = sn_arena_strdup(arena, core->name);
    core->about = sn_arena_strdup(arena, core->about);
    if (core->unmeasured) core->unmeasured = sn_arena_strdup(arena, core->unmeasured);
    own->core = core;
    return own;
}

const sn_machine *sn_machine_base(const sn_machine *m)
{
    size_t i = 0;
    while (strcmp(machines[i].name, m->arch) != 0) i++;
    return &machines[i];
}

bool sn_machine_is_wasm(const sn_machine *m) { return strcmp(m->arch, "wasm") == 0; }

size_t sn_core_count(void) { return N_CORES; }

const sn_core *sn_core_at(size_t i) { return i < N_CORES ? cores[i] : NULL; }

sn_status sn_core_find(sn_ctx *ctx, const char *name, const sn_core **out)
{
    for (size_t i = 0; i < N_CORES; i++) {
        if (strcmp(cores[i]->name, name) != 0) continue;
        *out = cores[i];
        return SN_OK;
    }
    return sn_fail(ctx, SN_E_ARG, "no machine '%s'; " SN_WAY_MACHINES " lists those there are",
                   name);
}
