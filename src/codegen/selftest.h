/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of self-tests: what goes into inputs, and the signs with which elements are added up.
 * The text below the line is compiled into sinter, which works out what is expected, and copied
 * into generated code. */
#ifndef SN_CODEGEN_SELFTEST_H
#define SN_CODEGEN_SELFTEST_H

#include <math.h>
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

/* Half precision of a multiple of 2^-10 in [-1, 1]. */
static inline uint16_t test_half(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (!(bits << 1)) return 0;
    return (uint16_t)((bits >> 16 & 0x8000u) | ((bits & 0x7fffffffu) - 0x38000000u) >> 13);
}

/* Bytes of an element of that type. */
static inline size_t test_bytes(const char *type)
{
    if (type[0] == 'b') return type[1] == 'f' ? 2 : 1;
    return type[1] == '3' ? 4 : type[1] == '6' ? 8 : type[1] == '1' ? 2 : 1;
}

/* Floats of a byte or less: "f8e4m3fn" has 4 bits of exponent and 3 of mantissa. */
static inline int test_is_small(const char *type)
{
    return type[0] == 'f' && (type[1] == '8' || type[1] == '4');
}

static inline int test_bias(const char *type)
{
    return (1 << (type[3] - '1')) - (strstr(type, "uz") ? 0 : 1);
}

/* One in [-1, 1], from random bits. */
static inline uint8_t test_small(const char *type, uint32_t bits)
{
    const int e = type[3] - '0', m = type[5] - '0', bias = test_bias(type);
    if (e == 8) return (uint8_t)((uint32_t)bias - bits % 8);
    const uint32_t size = bits % (uint32_t)((bias << m) + 1), sign = size ? bits >> 31 : 0;
    return (uint8_t)(sign << (e + m) | size);
}

static inline double test_small_at(const char *type, unsigned v)
{
    const int e = type[3] - '0', m = type[5] - '0', negative = e < 8 && v >> (e + m) & 1;
    const unsigned size = e < 8 ? v & ((1u << (e + m)) - 1) : v;
    if (e == 8 && v == 255) return (double)NAN;
    if (strstr(type, "uz") ? negative && !size : e == 4 && size == 127) return (double)NAN;
    if (e == 5 && size >= 124 && !strstr(type, "uz"))
        return size > 124 ? (double)NAN : negative ? -(double)INFINITY : (double)INFINITY;
    const unsigned exponent = size >> m, digits = size & ((1u << m) - 1);
    const int normal = exponent || e == 8;
    double x = (double)(digits | (unsigned)normal << m);
    int twos = (normal ? (int)exponent : 1) - test_bias(type) - m;
    for (; twos > 0; twos--) x *= 2;
    for (; twos < 0; twos++) x /= 2;
    return negative ? -x : x;
}

/* An element of an input whose type is not f32, from random bits. */
static inline void test_element(unsigned char *to, const char *type, uint32_t bits, long limit)
{
    const float f = (float)(int32_t)(bits % 2049) / 1024.0f - 1.0f;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    if (type[0] == 'f' && type[1] == '6') {
        const double v = (double)bits / 2147483648.0 - 1.0;
        memcpy(to, &v, sizeof v);
    } else if (test_is_small(type)) {
        *to = test_small(type, bits);
    } else if (type[0] == 'f' || (type[0] == 'b' && type[1] == 'f')) {
        const uint16_t half = type[0] == 'f' ? test_half(f) : (uint16_t)(word >> 16);
        memcpy(to, &half, sizeof half);
    } else if (type[0] == 'b') {
        *to = (unsigned char)(bits >> 7 & 1);
    } else {
        const int few = type[1] == '4' ? 16 : type[1] == '2' ? 4 : 0; /* of less than a byte */
        const int low = type[0] == 'u' || limit > 0 ? 0 : few ? -few / 2 : -20;
        const uint32_t n = limit > 0 ? (uint32_t)limit : few ? (uint32_t)few : 41;
        const int64_t v = (int64_t)(bits % n) + low;
        memcpy(to, &v, test_bytes(type)); /* little-endian */
    }
}

/* Contents of an input: in [-1, 1), small integers, or with a limit integers below it, of f32 in
 * the place of floats. */
static inline void test_fill(void *to, const char *type, size_t bytes, unsigned input, long limit)
{
    const int is_f32 = type[0] == 'f' && type[1] == '3';
    const size_t each = test_bytes(type);
    for (size_t i = 0; i < bytes / each; i++) {
        const uint32_t bits = test_mix((uint32_t)i + test_mix(input + 1));
        const int32_t id = limit > 0 ? (int32_t)(bits % (uint32_t)limit) : 0;
        const float v = (float)((double)bits / 2147483648.0 - 1.0);
        unsigned char *at = (unsigned char *)to + i * each;
        if (!is_f32)
            test_element(at, type, bits, limit);
        else if (limit > 0)
            memcpy(at, &id, sizeof id);
        else
            memcpy(at, &v, sizeof v);
    }
}

/* Element i of a tensor of that type. */
static inline double test_at(const void *data, const char *type, size_t i)
{
    if (type[0] == 'f' && type[1] == '3') return (double)((const float *)data)[i];
    if (type[0] == 'f' && type[1] == '6') return ((const double *)data)[i];
    if (test_is_small(type)) return test_small_at(type, ((const uint8_t *)data)[i]);
    if (type[0] == 'b' && type[1] == 'o') return (double)((const uint8_t *)data)[i];
    if (type[0] == 'f' || type[0] == 'b') {
        const uint32_t h = ((const uint16_t *)data)[i], sign = (h & 0x8000u) << 16;
        uint32_t word = type[0] == 'b' ? h << 16 : (h & 0x7fffu) << 13;
        float v;
        memcpy(&v, &word, sizeof v);
        if (type[0] == 'b') return (double)v;
        const double size =
            word >= 0x0f800000u  ? (word > 0x0f800000u ? (double)NAN : (double)INFINITY)
            : word < 0x00800000u ? (double)(word >> 13) / 16777216.0
                                 : (word += 0x38000000u, memcpy(&v, &word, sizeof v), (double)v);
        return sign ? -size : size;
    }
    const int is_signed = type[0] == 'i';
    switch (type[1]) {
    case '6':
        return is_signed ? (double)((const int64_t *)data)[i] : (double)((const uint64_t *)data)[i];
    case '3':
        return is_signed ? (double)((const int32_t *)data)[i] : (double)((const uint32_t *)data)[i];
    case '1':
        return is_signed ? (double)((const int16_t *)data)[i] : (double)((const uint16_t *)data)[i];
    default:
        return is_signed ? (double)((const int8_t *)data)[i] : (double)((const uint8_t *)data)[i];
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
