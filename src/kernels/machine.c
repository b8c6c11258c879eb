/* SPDX-License-Identifier: Apache-2.0
 *
 * The machines that code is generated for. Flags: gcc 12 tuned for recent x86 folds every load of a
 * weight vector into the multiply-add that reads it, one load each, and vectorizes what is vector
 * code already; both cost up to a third. */
#include "kernels/machine.h"

#include <string.h>

#include "base/text.h"

#define GCC_COMMON   "-O2 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fno-tree-vectorize"
#define CLANG_COMMON "-O2 -ffp-contract=fast -fno-math-errno"

enum { SMALL_L2 = 512 << 10, LARGE_L2 = 1 << 20 };

static const sn_machine machines[] = {
    {"x86-64-v3", 8, 16, true, false, SMALL_L2, GCC_COMMON " -march=x86-64-v3 -mtune=generic",
     CLANG_COMMON " -march=x86-64-v3", "x86 with AVX2 and FMA"},
    {"x86-64-v3-vl", 8, 32, true, false, LARGE_L2, GCC_COMMON " -march=x86-64-v4 -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mprefer-vector-width=256",
     "x86 with AVX-512, used for its 32 registers at 256 bits"},
    {"x86-64-v4", 16, 32, true, false, LARGE_L2, GCC_COMMON " -march=x86-64-v4 -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mprefer-vector-width=512", "x86 with AVX-512 at 512 bits"},
    {"x86-64-v3-vl-vnni", 8, 32, true, true, LARGE_L2,
     GCC_COMMON " -march=x86-64-v4 -mavx512vnni -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mavx512vnni -mprefer-vector-width=256",
     "x86-64-v3-vl with VNNI, which multiplies bytes"},
    {"x86-64-v4-vnni", 16, 32, true, true, LARGE_L2,
     GCC_COMMON " -march=x86-64-v4 -mavx512vnni -mtune=generic",
     CLANG_COMMON " -march=x86-64-v4 -mavx512vnni -mprefer-vector-width=512",
     "x86-64-v4 with VNNI"},
    {"x86-64", 4, 16, false, false, SMALL_L2, GCC_COMMON " -march=x86-64 -mtune=generic",
     CLANG_COMMON " -march=x86-64", "any 64-bit x86 (SSE2)"},
    {"aarch64", 4, 32, true, false, SMALL_L2, GCC_COMMON, CLANG_COMMON, "64-bit ARM with NEON"},
    {"generic", 1, 16, false, false, SMALL_L2, GCC_COMMON, CLANG_COMMON,
     "any machine: plain scalar C"},
};

#define N_MACHINES (sizeof machines / sizeof machines[0])

static const char *native_name(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw")) {
        return __builtin_cpu_supports("avx512vnni") ? "x86-64-v3-vl-vnni" : "x86-64-v3-vl";
    }
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "x86-64-v3" : "x86-64";
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
    return sn_fail(ctx, SN_E_ARG,
                   "no target '%s'; there are native, x86-64-v3, x86-64-v3-vl, x86-64-v4, "
                   "x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64 and generic",
                   name);
}
