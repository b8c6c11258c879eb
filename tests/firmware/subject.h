/* SPDX-License-Identifier: Apache-2.0
 *
 * A network that is run once and measured, whoever made its C. */
#ifndef SUBJECT_H
#define SUBJECT_H

struct subject {
    float *in, *out;
    unsigned n_in, n_out;
    unsigned long workspace_bytes;
    int (*begin)(void); /* 0, or what went wrong */
    int (*run)(void);
    int (*test)(void); /* how many steps are wrong; NULL: it has no test of its own */
};
extern const struct subject subject;

/* What goes in: numbers in [-1, 1]. */
static inline void fill(float *to, unsigned n)
{
    for (unsigned i = 0; i < n; i++) to[i] = (float)(i * 7919u % 2003u) / 1001.0f - 1.0f;
}

#endif
