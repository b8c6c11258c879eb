/* SPDX-License-Identifier: Apache-2.0
 *
 * Elements of tensors in evaluations, whatever their type. Halves arrive as f32 and leave as f64,
 * which is rounded once (sn_op.wide), so floats are f32 or f64 here; integers and bool keep their
 * type. */
#ifndef SN_OPS_ELEMS_H
#define SN_OPS_ELEMS_H

#include "ir/op.h"

/* Elements that lie together. */
typedef struct sn_elems {
    char *data; /* NULL: an input that is left out */
    sn_type type;
    int8_t bytes; /* of an element */
} sn_elems;

sn_elems sn_elems_of(const void *data, sn_type type);
static inline sn_elems sn_elems_f32(const float *v) { return sn_elems_of(v, SN_TYPE_f32); }
sn_elems sn_eval_elems(const sn_eval *e, unsigned slot);     /* of an input: only read */
sn_elems sn_eval_out_elems(const sn_eval *e, unsigned slot); /* of an output */
/* n new ones, all 0. */
sn_elems sn_elems_create(sn_arena *arena, sn_type type, int64_t n);

/* Those from element i on. */
static inline sn_elems sn_elems_from(sn_elems v, int64_t i)
{
    if (v.data) v.data += i * v.bytes;
    return v;
}

/* Of floats. */
static inline double sn_elems_at(sn_elems v, int64_t i)
{
    const void *data = v.data;
    return v.type == SN_TYPE_f32 ? (double)((const float *)data)[i] : ((const double *)data)[i];
}
static inline void sn_elems_put(sn_elems v, int64_t i, double x)
{
    void *data = v.data;
    if (v.type == SN_TYPE_f32)
        ((float *)data)[i] = (float)x;
    else
        ((double *)data)[i] = x;
}
/* x as an element of that type is when it is read again. */
static inline double sn_elems_rounded(sn_elems v, double x)
{
    return v.type == SN_TYPE_f32 ? (double)(float)x : x;
}

/* Of integers and bool, as 64 bits of two's complement: sums and products of such wrap to what they
 * are in the type, since storing cuts off. */
uint64_t sn_elems_word(sn_elems v, int64_t i);
void sn_elems_put_word(sn_elems v, int64_t i, uint64_t word);
/* Whether a < b as integers of that type. */
bool sn_word_less(sn_type type, uint64_t a, uint64_t b);
/* The quotient cut towards 0; by 0 it is 0. */
uint64_t sn_word_div(sn_type type, uint64_t a, uint64_t b);
/* v without its fraction as an integer of that type, the nearest there is; of NaN 0. */
uint64_t sn_word_of(sn_type type, double v);
/* Puts a number into elements of any type. */
void sn_elems_put_number(sn_elems v, int64_t i, double x);
/* sum_k a[k * a_step] * b[k * b_step] */
uint64_t sn_word_dot(sn_elems a, int64_t a_step, sn_elems b, int64_t b_step, int64_t n);
/* Least and largest integer of that type. */
uint64_t sn_word_least(sn_type type);
uint64_t sn_word_most(sn_type type);

/* SN_E_SHAPE where an input that is not optional is left out, SN_E_UNSUPPORTED where the size of an
 * output is not known before. */
sn_status sn_eval_ready(const sn_eval *e) SN_MUST_CHECK;

#endif
