/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers: half precision (round to nearest even, everywhere), bfloat16, integers, a seeded
 * generator. */
#ifndef SN_BASE_NUM_H
#define SN_BASE_NUM_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint16_t sn_f32_to_f16(float v); /* to nearest even; overflow gives infinity, NaN stays NaN */
float sn_f16_to_f32(uint16_t v);
uint16_t sn_f32_to_bf16(float v);
float sn_bf16_to_f32(uint16_t v);
uint16_t sn_f64_to_f16(double v); /* rounded once */
uint16_t sn_f64_to_bf16(double v);
/* Rounded to odd, so that what is rounded once more to f32 or less is rounded as if once. */
double sn_i64_to_odd(int64_t v);
double sn_u64_to_odd(uint64_t v);

/* digits / 10^n_decimals as the nearest float, where that takes one division: false for others
 * (strtof knows them all). */
bool sn_decimal_f32(uint64_t digits, int n_decimals, float *out);

static inline int64_t sn_min_int(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t sn_max_int(int64_t a, int64_t b) { return a > b ? a : b; }
/* The least integer that is not below a / b, of b > 0. */
static inline int64_t sn_ceil_div(int64_t a, int64_t b)
{
    return a <= 0 ? -(-a / b) : (a + b - 1) / b;
}

/* splitmix64; same numbers on every host. */
typedef struct sn_rng {
    uint64_t state;
} sn_rng;
sn_rng sn_rng_of(uint64_t seed);
uint64_t sn_rng_next(sn_rng *rng);
double sn_rng_uniform(sn_rng *rng, double lo, double hi);  /* [lo, hi) */
double sn_rng_normal(sn_rng *rng);                         /* mean 0, variance 1 */
int64_t sn_rng_range(sn_rng *rng, int64_t lo, int64_t hi); /* lo..hi inclusive */

#endif
