/* SPDX-License-Identifier: Apache-2.0
 *
 * What kernels of elements by index or by value share: elements and indices as C, and places worked
 * out from the number of a row. Indices that there are not: what only reads takes the nearest
 * element, what writes leaves it out; the interpreter gives an error. */
#ifndef SN_KERNELS_PICKS_H
#define SN_KERNELS_PICKS_H

#include "kernels/loops.h"
#include "kernels/typed.h"

/* Binds, with `indices` the slot of the indices:
 *     ${index(x)}   a stored index, the C expression `x`, as the int64_t that the interpreter reads
 *     ${number}     the C type of a number of the domain
 *     ${value(x)}   a stored element of slot 0 as such a number
 *     ${stored(x)}  such a number as an element of output 0 */
void sn_picks_bind(sn_emit *e, const sn_step *s, sn_bind *b, unsigned indices, sn_domain domain);
/* f32 where it is not known. */
sn_type sn_picks_type(const sn_value *v);

/* A C expression: `var` counts row-major through axes of these sizes; the sum of its indices along
 * each, times their strides. */
const char *sn_picks_place(sn_arena *arena, const char *var, int n, const int64_t *size,
                           const int64_t *stride);
/* All shapes are known, and where the result has elements x has some. */
bool sn_picks_fit(const sn_kernel_ctx *k, const sn_node *node);
/* And along other axes than the one that indices count there are no more of them than elements. */
bool sn_picks_elements_fit(const sn_kernel_ctx *k, const sn_node *node);

/* Functions index_along and nearest_along. */
extern const char sn_text_picks_index[];

#endif
