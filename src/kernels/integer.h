/* SPDX-License-Identifier: Apache-2.0
 *
 * Register tiles of sums of products of bytes. */
#ifndef SN_KERNELS_INTEGER_H
#define SN_KERNELS_INTEGER_H

#include "kernels/kernel.h"

typedef struct integer_tiling {
    int64_t n_rows, n_columns, depth; /* depth: ints of `each` numbers */
    int64_t each;                     /* 4 bytes, or 2 numbers of 16 bits */
    bool dynamic;                     /* weights are packed at run time */
    int64_t mr, nv, width;            /* a tile: rows, vectors, columns */
    int64_t blocks, panels;
} integer_tiling;

/* Of `rows` and `columns` what fits into registers: as few vectors beyond the columns as can be,
 * and rows that divide evenly. */
void sn_integer_choose_tile(const sn_machine *m, integer_tiling *t);

/* ---- operands -------------------------------------------------------------------------------- */

/* Whether bytes are multiplied by fours: there is an instruction for it, or vectors of one lane,
 * for which bytes are a quarter to load, and in small memories to keep. */
bool sn_integer_by_fours(const sn_machine *m);
bool sn_integer_given(const sn_node *node, unsigned slot);
/* NULL: it is none, or left out. */
const sn_tensor *sn_integer_constant(const sn_node *node, unsigned slot);
int64_t sn_integer_number(const sn_tensor *t, int64_t i);
int64_t sn_integer_zero_at(const sn_tensor *zero, int64_t i);
/* Weights and their zero points are constant. */
bool sn_integer_fixed(const sn_node *node, unsigned slot, unsigned zero_slot);
/* Such weights, less their zero points, which go along an axis of which each place has `inner`
 * elements, are bytes with a sign. */
bool sn_integer_fits_bytes(const sn_node *node, unsigned slot, unsigned zero_slot, int64_t inner);
/* Weights for one row or column, `each` of them: what one int is. */
int32_t sn_integer_together(const int64_t *v, int64_t each);
int32_t *sn_integer_pack_ints(const sn_kernel_ctx *k, sn_step *s, int64_t n, const char *what,
                              const sn_packed **out);
/* A constant as it is, beside operands that are none. */
sn_status sn_integer_pack_rest(const sn_kernel_ctx *k, sn_step *s, unsigned slot,
                               const sn_packed **out) SN_MUST_CHECK;
/* An operand in C; "" where it is left out. */
const char *sn_integer_operand(sn_emit *e, const sn_step *s, unsigned slot,
                               const sn_packed *packed);
/* "name[index]", of weights; 0 where there is none. */
const char *sn_integer_weight_zero(sn_emit *e, const sn_step *s, unsigned slot, const char *name,
                                   const char *index);
bool sn_integer_signed(const sn_node *node, unsigned slot);

/* Behind bytes by fours, or by twos as 16 bits. */
const char *sn_integer_flip(int64_t each);

/* A helper function of that name, from its template. */
sn_status sn_integer_helper(sn_emit *e, sn_bind *b, const char *name, const char *file,
                            const char *body) SN_MUST_CHECK;
void sn_integer_bind(sn_bind *b, const integer_tiling *t, bool conv, bool flips);
/* The micro-kernel, as ${TILE}. */
sn_status sn_integer_tile(sn_emit *e, sn_bind *b, const integer_tiling *t, bool conv,
                          bool flips) SN_MUST_CHECK;

/* Of a conv_integer. That weights and their zero point are constant; then, weight i, which belongs
 * to channel oc of the result, less the zero point. */
bool sn_integer_weights_are_fixed(const sn_node *conv);
int64_t sn_integer_weight(const sn_node *conv, int64_t i, int64_t oc);
/* The n numbers of the bias; zeros where there is none. */
sn_status sn_integer_pack_bias(const sn_kernel_ctx *k, sn_step *s, int64_t n,
                               const sn_packed **out) SN_MUST_CHECK;
const char *sn_integer_bias(sn_emit *e, const sn_step *s, const sn_packed *packed);
/* The zero point of activations in the slot, 128 more where they have a sign. */
const char *sn_integer_zero(sn_emit *e, const sn_step *s, unsigned slot, bool is_signed);

/* The helper functions on vectors of 32-bit integers: i_load, i_store and so on
 * (integer_simd.ct). */
sn_status sn_emit_integers(sn_emit *e) SN_MUST_CHECK;

#endif
