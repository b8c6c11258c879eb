/* SPDX-License-Identifier: Apache-2.0
 *
 * Half precision by bits, without tables or hardware, so that every host rounds alike; and a seeded
 * generator whose every result, the normal ones too, comes from integer steps and exact scalings:
 * no libm, no difference. */
#include "base/num.h"

#include <string.h>

static uint32_t bits_of(float v)
{
    uint32_t b;
    memcpy(&b, &v, sizeof b);
    return b;
}

static float float_of(uint32_t b)
{
    float v;
    memcpy(&v, &b, sizeof v);
    return v;
}

/* v / 2^shift to nearest even. 1 <= shift <= 31. */
static uint32_t shift_even(uint32_t v, int shift)
{
    uint32_t kept = v >> shift, rest = v & ((1u << shift) - 1), half = 1u << (shift - 1);
    return kept + (rest > half || (rest == half && (kept & 1)));
}

uint16_t sn_f32_to_f16(float v)
{
    uint32_t b = bits_of(v), sign = b >> 16 & 0x8000, a = b & 0x7fffffff;
    if (a > 0x7f800000) return (uint16_t)(sign | 0x7e00 | (a >> 13 & 0x3ff)); /* NaN, made quiet */
    if (a >= 0x47800000) return (uint16_t)(sign | 0x7c00);                    /* 2^16 and up */
    if (a >= 0x38800000) {
        /* Normal. A carry out of the mantissa runs into the exponent, and past 65504 into infinity,
         * as it must. */
        return (uint16_t)(sign | shift_even(a - 0x38000000, 13));
    }
    int shift = 126 - (int)(a >> 23);      /* subnormal: units of 2^-24 */
    if (shift > 24) return (uint16_t)sign; /* below 2^-25, half of the least */
    return (uint16_t)(sign | shift_even((a & 0x7fffff) | 0x800000, shift));
}

float sn_f16_to_f32(uint16_t v)
{
    uint32_t sign = (uint32_t)(v & 0x8000) << 16, e = v >> 10 & 31, m = v & 0x3ff;
    if (e == 31) return float_of(sign | 0x7f800000 | m << 13);
    if (e) return float_of(sign | ((e + 112) << 23) | m << 13);
    float small = (float)m * 0x1p-24f; /* exact */
    return sign ? -small : small;
}

uint16_t sn_f32_to_bf16(float v)
{
    uint32_t b = bits_of(v);
    if ((b & 0x7fffffff) > 0x7f800000) return (uint16_t)(b >> 16 | 0x40); /* NaN, made quiet */
    return (uint16_t)((b & 0x80000000) >> 16 | shift_even(b & 0x7fffffff, 16));
}

float sn_bf16_to_f32(uint16_t v) { return float_of((uint32_t)v << 16); }

/* In f32, rounded so that a second rounding to fewer bits gives what a single one gives (Boldo and
 * Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to
 * odd", 2008). */
static float to_odd(double v)
{
    const float f = (float)v;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    if (isnan(v) || (double)f == v || bits & 1) return f;
    return nextafterf(f, v > (double)f ? INFINITY : -INFINITY);
}

uint16_t sn_f64_to_f16(double v) { return sn_f32_to_f16(to_odd(v)); }
uint16_t sn_f64_to_bf16(double v) { return sn_f32_to_bf16(to_odd(v)); }

double sn_u64_to_odd(uint64_t v)
{
    if (v >> 53) v = (v & ~UINT64_C(2047)) | ((v & 2047) ? 2048 : 0);
    return (double)v;
}

double sn_i64_to_odd(int64_t v)
{
    return v < 0 ? -sn_u64_to_odd(-(uint64_t)v) : sn_u64_to_odd((uint64_t)v);
}

sn_rng sn_rng_of(uint64_t seed) { return (sn_rng){seed}; }

/* splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014. */
uint64_t sn_rng_next(sn_rng *rng)
{
    uint64_t x = rng->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

double sn_rng_uniform(sn_rng *rng, double lo, double hi)
{
    double u = (double)(sn_rng_next(rng) >> 11) * 0x1p-53;
    double step = (hi - lo) * u; /* its own statement: no fused multiply-add */
    double v = lo + step;
    return v < hi ? v : lo; /* rounding can reach hi */
}

/* The sum of twelve uniform numbers, minus its mean: variance 1, nearly Gaussian, and nothing
 * beyond 6. Chosen over Box-Muller because logarithms and cosines differ between C libraries. */
double sn_rng_normal(sn_rng *rng)
{
    int64_t sum = 6 - 6 * (INT64_C(1) << 32); /* a number stands for the middle of its interval */
    for (int i = 0; i < 6; i++) {
        uint64_t x = sn_rng_next(rng);
        sum += (int64_t)(x >> 32) + (int64_t)(x & 0xffffffff);
    }
    return (double)sum * 0x1p-32;
}

int64_t sn_rng_range(sn_rng *rng, int64_t lo, int64_t hi)
{
    uint64_t span = (uint64_t)hi - (uint64_t)lo + 1; /* 0: all 2^64 */
    uint64_t x = sn_rng_next(rng);
    if (span) {
        uint64_t fair = UINT64_MAX - UINT64_MAX % span; /* what lies above would be biased */
        while (x >= fair) x = sn_rng_next(rng);
        x %= span;
    }
    return (int64_t)((uint64_t)lo + x);
}

/* Both operands are exact as doubles, so the quotient is the nearest double (Clinger 1990); the
 * nearest float follows from it unless it lies just between two floats, where the rest that was
 * rounded away would decide. */
bool sn_decimal_f32(uint64_t digits, int n_decimals, float *out)
{
    static const double powers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    if (digits >> 53 || n_decimals < 0 || n_decimals >= (int)(sizeof powers / sizeof *powers))
        return false;
    const double q = (double)digits / powers[n_decimals];
    uint64_t bits;
    memcpy(&bits, &q, sizeof bits);
    const uint64_t below = ((uint64_t)1 << 29) - 1,
                   middle = (uint64_t)1 << 28; /* of a float's last bit */
    if ((bits & below) == middle || (digits && q < 1e-30)) return false;
    *out = (float)q;
    return true;
}
