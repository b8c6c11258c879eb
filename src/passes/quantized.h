/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers that are kept as integers: (q - zero) * scale, as DequantizeLinear writes it. */
#ifndef SN_PASSES_QUANTIZED_H
#define SN_PASSES_QUANTIZED_H

#include "passes/pass.h"

/* The least of i8 or u8; the largest is 255 above. */
static inline double sn_least_byte(sn_type type) { return type == SN_TYPE_i8 ? -128 : 0; }

/* mul(sub(cast(q), zero), scale), without the sub where zero is 0, of q's shape. */
typedef struct sn_dequantized {
    sn_value *q;                   /* bytes, of either sign */
    const sn_tensor *zero, *scale; /* zero NULL: 0; else finite integers that q's type has */
    sn_node *node[3];              /* producer first */
    int n_nodes;
} sn_dequantized;

/* Nodes whose results were worked out for a rewrite, each once, the last one first. Tensors go with
 * sn_known_release. */
typedef struct sn_known {
    sn_node *node;
    const sn_tensor *tensor;
    struct sn_known *next;
} sn_known;

/* Contents of a value that hangs on constants alone; NULL: it does not, or they are not worked
 * out. */
sn_status sn_known_of(sn_pass_run *run, const sn_value *v, sn_known **list,
                      const sn_tensor **out) SN_MUST_CHECK;
void sn_known_release(sn_known **list);
/* What a rewrite that rests on them has as `given`. */
void sn_known_given(sn_pass_run *run, const sn_known *list, sn_rewrite *rw);

/* Whether y, which is made of x and constants, has its shape: constants may have more axes. */
bool sn_keeps_shape(const sn_value *x, const sn_value *y);

/* Whether v is such numbers. */
sn_status sn_dequantized_of(sn_pass_run *run, sn_value *v, sn_known **list, sn_dequantized *out,
                            bool *is) SN_MUST_CHECK;

#endif
