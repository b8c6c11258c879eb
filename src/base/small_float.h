/* SPDX-License-Identifier: Apache-2.0
 *
 * Floats of 8 and 4 bits (Micikevicius et al., "FP8 formats for deep learning", 2022; Noune et al.,
 * "8-bit numerical formats for deep neural networks", 2022; OCP Microscaling formats 1.0, 2023): a
 * table of what they are made of, and conversions that are the same for all. */
#ifndef SN_BASE_SMALL_FLOAT_H
#define SN_BASE_SMALL_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

/* What stands where the largest numbers would be. */
typedef enum sn_small_kind {
    SN_SMALL_IEEE,   /* the highest exponent: infinities and NaN */
    SN_SMALL_FN,     /* all bits set: NaN; no infinities */
    SN_SMALL_FNUZ,   /* NaN is -0; no infinities */
    SN_SMALL_FINITE, /* neither: NaN becomes -0, what is too large always the largest */
    SN_SMALL_SCALE,  /* no sign and no 0: powers of 2; all bits set: NaN */
} sn_small_kind;

/* clang-format off */
#define SN_SMALL_FLOAT_MAP(X) /* name, bits of exponent, of mantissa, bias of exponent, kind */    \
    X(f8e4m3fn, 4, 3, 7, SN_SMALL_FN) X(f8e4m3fnuz, 4, 3, 8, SN_SMALL_FNUZ)                        \
    X(f8e5m2, 5, 2, 15, SN_SMALL_IEEE) X(f8e5m2fnuz, 5, 2, 16, SN_SMALL_FNUZ)                      \
    X(f8e8m0, 8, 0, 127, SN_SMALL_SCALE) X(f4e2m1, 2, 1, 1, SN_SMALL_FINITE)
/* clang-format on */

typedef struct sn_small_float {
    int8_t exponent, mantissa;
    int16_t bias;
    sn_small_kind kind;
} sn_small_float;

/* To nearest even, except to a SN_SMALL_SCALE: there, halves go up, or all as it says. */
typedef enum sn_small_rounding { SN_SMALL_NEAREST, SN_SMALL_UP, SN_SMALL_DOWN } sn_small_rounding;

float sn_small_to_f32(sn_small_float f, uint8_t v);
/* saturates: what is larger than all numbers is the largest, infinities too; else it is infinite,
 * or NaN where there are no infinities, and of a SN_SMALL_SCALE what is less than the least is NaN,
 * too. */
uint8_t sn_small_of_f64(sn_small_float f, double v, bool saturates, sn_small_rounding rounding);

/* sn_NAME, the row of the table; to and from f32 and f64 with saturation, to nearest. */
#define X(name, exponent, mantissa, bias, kind)                                                    \
    static const sn_small_float sn_##name = {exponent, mantissa, bias, kind};                      \
    static inline float sn_##name##_to_f32(uint8_t v) { return sn_small_to_f32(sn_##name, v); }    \
    static inline uint8_t sn_f64_to_##name(double v)                                               \
    {                                                                                              \
        return sn_small_of_f64(sn_##name, v, true, SN_SMALL_NEAREST);                              \
    }
SN_SMALL_FLOAT_MAP(X)
#undef X

#endif
