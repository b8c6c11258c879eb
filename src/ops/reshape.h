/* SPDX-License-Identifier: Apache-2.0
 *
 * reshape: params and slots. (flatten has no params.) */
#ifndef SN_OPS_RESHAPE_H
#define SN_OPS_RESHAPE_H

#include "ir/op.h"

enum {
    SN_RESHAPE_X,
    SN_RESHAPE_REFS, /* from here on: only their shapes are read, by `expr` */
};

/* Either dims or expr. */
typedef struct sn_reshape_params {
    sn_ints dims; /* outermost first; 0: the input's size of that letter; -1: what is left */
    /* ops/size_expr.h, over all slots; innermost size first; 0 and -1 as in dims */
    const char *expr;
} sn_reshape_params;

#endif
