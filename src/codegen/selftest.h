/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of self-tests: what goes into inputs, and the signs with which elements are added up.
 * The text below the line is compiled into sinter, which works out what is expected, and copied
 * into generated code. */
#ifndef SN_CODEGEN_SELFTEST_H
#define SN_CODEGEN_SELFTEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- */
static inline uint32_t test_mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x9e3779b1u;
    x = (x ^ x >> 15) * 0xb504f32du;
    return x ^ x >> 16;
}

/* Contents of an input: in [-1, 1), or with a limit integers below it in the place of floats. */
static inline void test_fill(float *to, size_t n, unsigned input, long limit)
{
    for (size_t i = 0; i < n; i++) {
        const uint32_t bits = test_mix((uint32_t)i + test_mix(input + 1));
        const int32_t id = limit > 0 ? (int32_t)(bits % (uint32_t)limit) : 0;
        if (limit > 0)
            memcpy(&to[i], &id, sizeof id);
        else
            to[i] = (float)((double)bits / 2147483648.0 - 1.0);
    }
}

enum { TEST_SUMS = 4 };

/* Adds x, the element of that index, to each sum, with signs that hang on the index. No processor
 * guesses them, so none are branches. */
static inline void test_add(double *sums, size_t index, double x)
{
    static const double signs[] = {-1, 1};
    const uint32_t bits = test_mix((uint32_t)index + 0x5bd1e995u);
    for (int k = 0; k < TEST_SUMS; k++) sums[k] += signs[bits >> k & 1] * x;
}
/* ---- */

#endif
