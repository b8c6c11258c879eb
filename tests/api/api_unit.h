/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tests of the public interface share: a folder, a small model in it that has something to
 * fuse, and its files as they were. */
#ifndef SN_TESTS_API_API_UNIT_H
#define SN_TESTS_API_API_UNIT_H

#include "base/folder.h"

#include "sinter/sinter.h"

#define SMALL                                                                                      \
    "7767517\n8 9\nInput in 0 1 in\nSplit s 1 2 in s0 s1\n"                                        \
    "Convolution c 1 1 s0 c 0=2 1=1 5=1 6=4\nBatchNorm b 1 1 c b 0=2\nReLU r 1 1 b r\n"            \
    "Dropout d 1 1 s1 d\nBinaryOp a 2 1 r d a\nReLU out 1 1 a out\n"

static inline const char *put_data(const char *name, const void *data, size_t n)
{
    const char *path = at(name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return path;
}

static inline char *get_data(const char *name, size_t *n)
{
    FILE *f = fopen(at(name), "rb");
    if (!f) fail_msg("%s cannot be opened", name);
    char *s = malloc(1 << 20);
    *n = fread(s, 1, 1 << 20, f);
    fclose(f);
    return s;
}

static inline void assert_data(const char *name, const void *want, size_t n_want)
{
    size_t n;
    char *s = get_data(name, &n);
    if (n != n_want || memcmp(s, want, n) != 0) fail_msg("%s is not what it was", name);
    free(s);
}

/* NAME.param and NAME.bin of the small model; the weights differ with the seed. */
static inline void put_small(const char *name, unsigned seed)
{
    float w[1 + 4 + 2 + 8];
    memset(w, 0, sizeof w);
    for (int i = 1; i < 15; i++) w[i] = 0.25f + (float)((unsigned)i * 7 + seed) / 128;
    char file[64];
    snprintf(file, sizeof file, "%s.bin", name);
    put_data(file, w, sizeof w);
    snprintf(file, sizeof file, "%s.param", name);
    put_data(file, SMALL, strlen(SMALL));
}

#endif
