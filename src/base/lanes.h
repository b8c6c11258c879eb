/* SPDX-License-Identifier: Apache-2.0
 *
 * Four doubles at a time, for loops over many elements. Such a loop is written once, as a BODY, and
 * compiled twice: for the base instruction set and for AVX2 (`NAME_avx2`), chosen at run time by
 * DISPATCH. The order of all additions is what is written, on every machine: no compiler may
 * contract or reorder across vectors. */
#ifndef SN_BASE_LANES_H
#define SN_BASE_LANES_H

#include <stdint.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define HAS_AVX2_VERSION 1
#define AVX2_VERSION     __attribute__((target("avx2,fma")))
#else
#define HAS_AVX2_VERSION 0
#endif

#if defined(__GNUC__)
#define BODY static inline __attribute__((always_inline))
typedef double v4d __attribute__((vector_size(32)));
typedef float v4f __attribute__((vector_size(16)));

BODY void load4(v4d *v, const double *p) { memcpy(v, p, sizeof *v); }
BODY void store4(double *p, const v4d *v) { memcpy(p, v, sizeof *v); }
BODY void widen4(v4d *v, const float *p)
{
    v4f f;
    memcpy(&f, p, sizeof f);
    *v = __builtin_convertvector(f, v4d);
}
#define SPLAT4(d) ((v4d){(d), (d), (d), (d)})
BODY void muladd4(v4d *acc, const v4d *a, const v4d *b) { *acc += *a * *b; }
#else
#define BODY      static inline
typedef struct v4d {
    double e[4];
} v4d;
BODY void load4(v4d *v, const double *p) { memcpy(v->e, p, sizeof v->e); }
BODY void store4(double *p, const v4d *v) { memcpy(p, v->e, sizeof v->e); }
BODY void widen4(v4d *v, const float *p)
{
    for (int i = 0; i < 4; i++) v->e[i] = (double)p[i];
}
#define SPLAT4(d) ((v4d){{(d), (d), (d), (d)}})
BODY void muladd4(v4d *acc, const v4d *a, const v4d *b)
{
    for (int i = 0; i < 4; i++) acc->e[i] += a->e[i] * b->e[i];
}
#endif

/* In a function of no result: calls what is compiled for AVX2 and returns, where there is such. */
#if HAS_AVX2_VERSION
static inline int has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#define DISPATCH(name, ...)                                                                        \
    do {                                                                                           \
        if (has_avx2()) {                                                                          \
            name##_avx2(__VA_ARGS__);                                                              \
            return;                                                                                \
        }                                                                                          \
    } while (0)
#else
#define DISPATCH(name, ...) ((void)0)
#endif

#endif
