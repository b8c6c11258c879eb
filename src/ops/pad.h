/* SPDX-License-Identifier: Apache-2.0
 *
 * pad: params. */
#ifndef SN_OPS_PAD_H
#define SN_OPS_PAD_H

#include "ir/op.h"

enum { SN_PAD_X };

enum { SN_BORDER_CONSTANT, SN_BORDER_REFLECT, SN_BORDER_EDGE, SN_BORDER_WRAP };

typedef struct sn_pad_params {
    sn_ints pads; /* elements before x along each axis, then those behind it */
    int32_t mode;
    float value;
} sn_pad_params;
extern const sn_param sn_pad_table[];

static inline int32_t sn_pad_begin(const sn_pad_params *p, int axis) { return p->pads.v[axis]; }
static inline int32_t sn_pad_end(const sn_pad_params *p, int axis)
{
    return p->pads.v[p->pads.n / 2 + axis];
}

/* Which element of an axis of n there is at index i of the result; -1: none, it is the value. */
int64_t sn_pad_source(int mode, int64_t i, int64_t begin, int64_t end, int64_t n);

/* The first element as sn_pad_params.value; false where that is another number. */
bool sn_pad_holds(const sn_tensor *value, float *out);

#endif
