/* SPDX-License-Identifier: Apache-2.0
 *
 * Which instructions the processor has that this runs on. The text below the line is compiled into
 * sinter and copied into generated code. */
#ifndef SN_MACHINE_PROCESSOR_H
#define SN_MACHINE_PROCESSOR_H

/* ---- */
#if defined(__x86_64__)
#include <cpuid.h>

/* What x86-64-v3 has that not every compiler knows how to ask for by name. None of it needs more of
 * the system than AVX2 does. */
static inline int has_rest_of_v3(void)
{
    const unsigned basic = bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_MOVBE | bit_F16C;
    const unsigned extended = bit_LAHF_LM | bit_ABM;
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & basic) != basic) return 0;
    return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & extended) == extended;
}
#endif

/* The level of x86-64, from 1 to 4, of which this processor has all and the system saves all
 * registers; 5: the fourth and VNNI. 1 on all other machines. */
static inline int processor_level(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) return 1;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") || !has_rest_of_v3())
        return 2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512vl"))
        return 3;
    return __builtin_cpu_supports("avx512vnni") ? 5 : 4;
#else
    return 1;
#endif
}
/* ---- */

#endif
