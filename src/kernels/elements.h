/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operators on elements of any type, several in one sweep: what the plan gives a step
 * of the kernel `elements`. */
#ifndef SN_KERNELS_ELEMENTS_H
#define SN_KERNELS_ELEMENTS_H

#include "kernels/kernel.h"
#include "kernels/typed.h"

/* What one operator reads: the result of an earlier one, or an operand from outside. */
typedef struct sn_element_operand {
    int member;  /* which of the operators; -1: none */
    int outside; /* or: which of the operands; -1: none, it is left out */
} sn_element_operand;

typedef struct sn_element_member {
    const sn_expr *expr; /* bound; input i is operand[i] */
    sn_type type;        /* of its result */
    int n;
    sn_element_operand operand[SN_MAX_EPILOGUE_OPERANDS];
} sn_element_member;

typedef struct sn_element_outside {
    const sn_place *place; /* or: */
    sn_packed *packed;     /* constants; or neither: what a kernel has summed, of which this is the
                              tail */
    sn_type type;
    int64_t stride[SN_MAX_RANK]; /* in elements, along the result's axes */
} sn_element_outside;

/* sn_step.config of the kernel, or sn_step.tail; the last member's result is stored. */
typedef struct sn_elements {
    sn_element_member *member;
    int n_members;
    sn_element_outside outside[SN_MAX_EPILOGUE_OPERANDS];
    int n_outside;
    /* Filled in by the kernel: axes after merging, the last being the row. */
    int n_axes;
    int64_t size[SN_MAX_RANK], stride[SN_MAX_EPILOGUE_OPERANDS][SN_MAX_RANK], chunk;
} sn_elements;

/* The domain of a member, and the type that its integers wrap to. */
sn_domain sn_element_domain(const sn_elements *e, const sn_element_member *m, sn_type *wraps_to);

/* Whether all of it can be computed in vectors of this machine: f32, bytes and 32-bit integers,
 * whose operands go along the row or are the same for all of it. */
bool sn_element_in_vectors(const sn_machine *m, const sn_elements *e);
/* Statements that compute a vector of elements: operands at X0 + AT, X1 + AT, .., the result at
 * Y + AT. */
sn_status sn_element_vectors(sn_emit *e, const sn_elements *c, const char *x, const char *y,
                             const char *at, const char *indent, const char **out) SN_MUST_CHECK;

extern const sn_kernel sn_kernel_elements;

/* ---- tails ----------------------------------------------------------------------------------- */

/* Whether a tail of a result of that shape can be computed in runs over the axes from `axis` on. */
bool sn_elements_fit_runs(sn_elements *c, const sn_shape *y, int axis);
/* For the template of a kernel that may have a tail:
 *     ${HAS_TAIL}                          1: it has one
 *     ${TAIL_DECLARE}                      its operands and the result, as variables of the step
 *     ${TAIL(sums, row, place, count)}     a block that makes of `count` sums, which are those of
 *                                          run `row` from `place` on, what is stored */
sn_status sn_bind_tail(sn_emit *e, sn_bind *b, const sn_step *s) SN_MUST_CHECK;

/* By member: the result hangs on what it makes. */
const bool *sn_elements_read(const sn_elements *c, sn_arena *arena);

#endif
