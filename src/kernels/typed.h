/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements of any type as C: how they are loaded, computed with and stored, exactly as the
 * interpreter does it (ops/expr_eval.c). A formula is computed in one domain: in float where all
 * its operands and its result are f32 or bool, in double where another type of float takes part,
 * and in 64-bit integers, each call wrapping to the type, where none does. */
#ifndef SN_KERNELS_TYPED_H
#define SN_KERNELS_TYPED_H

#include "kernels/emit.h"

typedef enum sn_domain { SN_IN_FLOAT, SN_IN_DOUBLE, SN_IN_SIGNED, SN_IN_UNSIGNED } sn_domain;

/* Of a formula over operands of these types. *wraps_to: of integers, the type that each call wraps
 * to; UNKNOWN: bools alone, or no integers. */
sn_domain sn_typed_domain(const sn_type *operands, int n, sn_type result, sn_type *wraps_to);
/* Whether each function of the formula is defined there. */
bool sn_typed_defined(const sn_expr *e, sn_domain domain);

/* "float", "double", "int64_t", "uint64_t" */
const char *sn_typed_c(sn_domain domain);
/* A stored element, the C expression `x`, as a number of the domain; and a number as an element:
 * floats round to nearest even, integers wrap, and floats that become integers are cut towards 0,
 * with the nearest number of the type where there is none and 0 for NaN. */
const char *sn_emit_load(sn_emit *e, sn_type type, sn_domain domain, const char *x);
const char *sn_emit_store(sn_emit *e, sn_type type, sn_domain domain, const char *x);
/* The same of an operand whose formula gives that type: of integers that a double cannot hold, what
 * is lost does not change how the result is rounded. */
const char *sn_emit_load_for(sn_emit *e, sn_type type, sn_domain domain, sn_type result,
                             const char *x);
/* The same as a float of 8 bits or fewer, as casts round. */
const char *sn_emit_small(sn_emit *e, sn_type type, bool saturates, sn_small_rounding rounding,
                          sn_domain domain, const char *x);
/* A uint64_t as an integer of that type, in two's complement. */
const char *sn_emit_wrapped(sn_emit *e, sn_type type, const char *x);
/* The least, or the largest, integer of that type. */
const char *sn_emit_limit(sn_emit *e, sn_type type, bool largest);
/* Functions NAME_value and NAME_of of a narrow float: to float and, to nearest even, from it. */
void sn_emit_narrow(sn_emit *e, sn_type type);
/* A bound formula over C expressions of the domain. Statements for shared parts are appended to
 * `before`. */
const char *sn_emit_typed_expr(sn_emit *e, const sn_expr *expr, const char *const *inputs,
                               sn_domain domain, sn_type wraps_to, const char *indent,
                               sn_str *before);

/* The domain in which elements of one type become elements of another: all that the first has is
 * in it. */
sn_domain sn_convert_domain(sn_type from, sn_type to);

#endif
