/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of each channel of what a step stores (sn_step.sums), taken while it is in the cache: part
 * by part of the pixels, into memory that the threads share, until a last phase adds the parts up,
 * in double. What a part is goes by sizes and by what the program is tuned for, not by who works on
 * it, so that sums have the same bits for any number of threads. */
#ifndef SN_KERNELS_SUMS_H
#define SN_KERNELS_SUMS_H

#include "kernels/kernel.h"

/* What of them a node is, of a value of rank 2 at least; SN_SUMS_NONE: nothing. */
sn_sums_kind sn_sums_kind_of(const sn_node *node);
/* "", or ", with their sums" of that kind: behind sn_step.why. */
const char *sn_sums_text(const sn_step *s);
/* Bits of the kinds that are taken of what has been stored; means a kernel takes by itself. */
enum { SN_SUMS_BY_PARTS = 1 << SN_SUMS_MOMENTS | 1 << SN_SUMS_PRODUCTS };
static inline bool sn_sums_by_parts(const sn_step *s)
{
    return SN_SUMS_BY_PARTS >> s->sums.kind & 1;
}
/* The last phase, of so many parts, and what it shares: called when all else of the step is
 * planned. */
void sn_sums_plan(const sn_kernel_ctx *k, sn_step *s, int64_t parts);
/* Binds for the phase that stores:
 *     ${SUMS_HAS}      1: there are sums that the kernel does not take by itself, which are moments
 *                      or products
 *     ${SUMS_DECLARE}  pointers, as local variables; y is the step's result
 *     ${SUM_UP(part, block, blocks, pixel, rows, columns, begins)}  a statement: adds some pixels
 *                      of some blocks, which have been stored: `rows` of so many columns, the first
 *                      at `pixel`, to that part, or begins it
 * so that each part has all blocks of all its pixels in the end, and none is without pixels. */
sn_status sn_bind_sums(sn_emit *e, sn_bind *b, const sn_step *s) SN_MUST_CHECK;
/* Where the sums of all parts stand, a C expression: for kernels that take means by themselves, a
 * vector of each block, block by block. */
const char *sn_sums_at(sn_emit *e, const sn_step *s);
/* Prints the last phase, where the step has one. */
sn_status sn_sums_emit(sn_emit *e, const sn_step *s) SN_MUST_CHECK;

/* The same of what stands in memory: helper functions by their names, as in sum_products.ct and
 * sum_moments.ct. */
const char *sn_sums_function(sn_emit *e, sn_sums_kind kind);

#endif
