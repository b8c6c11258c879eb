/* SPDX-License-Identifier: Apache-2.0
 *
 * Element types, shapes and tensors.
 *
 * A tensor is immutable and counted: to edit one is to make a new one. Its type is what its
 * elements mean; its coding is how they are stored (a weight that a file stores in half precision
 * *is* f32). Elements are dense, last axis fastest. The bytes live in a counted buffer, which may
 * be a window into a mapped file. */
#ifndef SN_IR_TENSOR_H
#define SN_IR_TENSOR_H

#include "base/arena.h"
#include "base/file.h"
#include "base/num.h"
#include "base/small_float.h"
#include "ir/dims.h"

/* clang-format off */
#define SN_TYPE_MAP(X) /* name, bytes, C type for reading */ \
    X(f64, 8, double) X(f32, 4, float) X(f16, 2, uint16_t) X(bf16, 2, uint16_t) \
    X(i64, 8, int64_t) X(i32, 4, int32_t) X(i16, 2, int16_t) X(i8, 1, int8_t) \
    X(u64, 8, uint64_t) X(u32, 4, uint32_t) X(u16, 2, uint16_t) X(u8, 1, uint8_t) \
    X(bool, 1, uint8_t) \
    X(f8e4m3fn, 1, uint8_t) X(f8e4m3fnuz, 1, uint8_t) X(f8e5m2, 1, uint8_t) \
    X(f8e5m2fnuz, 1, uint8_t) X(f8e8m0, 1, uint8_t) X(f4e2m1, 1, uint8_t) \
    X(i4, 1, int8_t) X(u4, 1, uint8_t) X(i2, 1, int8_t) X(u2, 1, uint8_t)
/* Floats of fewer bits than f32: stored as their bits, computed with as f32 or f64, and rounded
 * once, to nearest even. */
#define SN_NARROW_MAP(X) /* name, C type of the bits, to f32, from f64 */ \
    X(f16, uint16_t, sn_f16_to_f32, sn_f64_to_f16) \
    X(bf16, uint16_t, sn_bf16_to_f32, sn_f64_to_bf16) \
    X(f8e4m3fn, uint8_t, sn_f8e4m3fn_to_f32, sn_f64_to_f8e4m3fn) \
    X(f8e4m3fnuz, uint8_t, sn_f8e4m3fnuz_to_f32, sn_f64_to_f8e4m3fnuz) \
    X(f8e5m2, uint8_t, sn_f8e5m2_to_f32, sn_f64_to_f8e5m2) \
    X(f8e5m2fnuz, uint8_t, sn_f8e5m2fnuz_to_f32, sn_f64_to_f8e5m2fnuz) \
    X(f8e8m0, uint8_t, sn_f8e8m0_to_f32, sn_f64_to_f8e8m0) \
    X(f4e2m1, uint8_t, sn_f4e2m1_to_f32, sn_f64_to_f4e2m1)
#define SN_INT_TYPE_MAP(X) /* name, C type, its limits */ \
    X(i64, int64_t, INT64_MIN, INT64_MAX) X(i32, int32_t, INT32_MIN, INT32_MAX) \
    X(i16, int16_t, INT16_MIN, INT16_MAX) X(i8, int8_t, INT8_MIN, INT8_MAX) \
    X(i4, int8_t, -8, 7) X(i2, int8_t, -2, 1) \
    X(u64, uint64_t, 0, UINT64_MAX) X(u32, uint32_t, 0, UINT32_MAX) \
    X(u16, uint16_t, 0, UINT16_MAX) X(u8, uint8_t, 0, UINT8_MAX) \
    X(u4, uint8_t, 0, 15) X(u2, uint8_t, 0, 3)
/* The bits of v that a type of those limits has, in two's complement. */
#define SN_WRAP(ctype, least, most, v) \
    ((ctype)((((uint64_t)(v) - (uint64_t)(least)) & ((uint64_t)(most) - (uint64_t)(least))) + \
             (uint64_t)(least)))
/* clang-format on */
typedef enum sn_type {
    SN_TYPE_UNKNOWN,
#define X(name, bytes, ctype) SN_TYPE_##name,
    SN_TYPE_MAP(X)
#undef X
        SN_N_TYPES
} sn_type;

size_t sn_type_bytes(sn_type type);  /* 0 for SN_TYPE_UNKNOWN */
unsigned sn_type_bits(sn_type type); /* that its numbers take: fewer than a byte of the smallest */
const char *sn_type_name(sn_type type);
bool sn_type_parse(const char *name, sn_type *out);
bool sn_type_is_float(sn_type type);
bool sn_type_is_narrow(sn_type type); /* of SN_NARROW_MAP */
/* Of SN_SMALL_FLOAT_MAP: its row. */
bool sn_type_is_small_float(sn_type type, sn_small_float *out);
bool sn_type_is_integer(sn_type type); /* or bool */
bool sn_type_is_signed(sn_type type);  /* an integer that may be negative */
/* Of a float type, of f32 where it is unknown: the distance from 1 to the next larger number, the
 * smallest positive normal number, and the largest finite one. 0 for other types. */
double sn_type_epsilon(sn_type type);
double sn_type_smallest(sn_type type);
double sn_type_largest(sn_type type);
/* Whether v is one of its normal numbers, or 0, once rounded. */
bool sn_type_holds(sn_type type, double v);
/* Whether a parameter, which is f32, says v to all digits that count beside values of the type. */
bool sn_f32_says(sn_type type, double v);
#define SN_F32_CANNOT_SAY "its numbers, which are f32, would lose digits beside values of f64"

typedef enum sn_coding {
    SN_PLAIN,          /* elements of `type` */
    SN_CODED_F16,      /* f32 elements stored as IEEE half */
    SN_CODED_TABLE256, /* f32 elements: a table of 256 f32, then one u8 index an element */
    SN_CODED_BITS4, /* signed integers of 4/6/8 bits, packed little-endian row by row (a row is the
                       last axis) */
    SN_CODED_BITS6,
    SN_CODED_BITS8,
    SN_N_CODINGS
} sn_coding;
const char *sn_coding_name(sn_coding coding); /* "plain", "f16", "table256", "bits4", ... */

/* Counted bytes, shared by tensors. */
typedef struct sn_buf sn_buf;
/* Zeroed, 64-byte aligned. A large one is a scratch file where gigabytes of files are mapped. */
sn_buf *sn_buf_create(sn_ctx *ctx, size_t n_bytes, unsigned char **data);
/* The same for large memory that is swept again and again: on large pages where it fills one and
 * the system has them. NULL when out of memory. */
sn_buf *sn_buf_try_create(sn_ctx *ctx, size_t n_bytes, unsigned char **data);
sn_buf *sn_buf_of_mapping(sn_ctx *ctx, sn_mapping *mapping); /* takes the mapping over */
const unsigned char *sn_buf_data(const sn_buf *buf);
size_t sn_buf_bytes(const sn_buf *buf);
bool sn_buf_is_of_file(const sn_buf *buf); /* a window into one that was read */
void sn_buf_retain(sn_buf *buf);
void sn_buf_release(sn_buf *buf);

typedef struct sn_tensor {
    sn_type type;
    sn_coding coding;
    sn_shape shape;           /* all sizes known; rank 0 = one element */
    sn_buf *buf;              /* NULL: undefined contents (a constant without data) */
    uint64_t offset, n_bytes; /* of the elements as stored, in buf */
    uint32_t lead_bytes,
        tail_bytes; /* bytes right before and after them that a file format stored with them (a
                       tag, padding), so that an untouched tensor is written as it was found */
    bool of_halves; /* plain f32 worked out from halves: see sn_tensor_is_of_halves */
    sn_text record; /* where a format's record of it stands, in bytes that the graph
                       keeps: tensors of one record are the same; none: it was made */
    uint32_t n_refs;
} sn_tensor;

/* A new tensor with zeroed contents to be filled through *data before anybody else sees it. `shape`
 * has known sizes only and a byte count that fits memory: anything else is SN_E_SHAPE. */
sn_status sn_tensor_create(sn_ctx *ctx, sn_type type, const sn_shape *shape, sn_tensor **out,
                           void **data) SN_MUST_CHECK;
/* A view of stored bytes. Checks that they lie within the buffer and are as many as coding and
 * shape need (SN_E_FORMAT else). Retains buf. */
sn_status sn_tensor_view(sn_ctx *ctx, sn_type type, sn_coding coding, const sn_shape *shape,
                         sn_buf *buf, uint64_t offset, sn_tensor **out) SN_MUST_CHECK;
/* A tensor of known type and shape whose contents nobody knows. */
sn_tensor *sn_tensor_undefined(sn_ctx *ctx, sn_type type, const sn_shape *shape);
void sn_tensor_retain(const sn_tensor *t);
void sn_tensor_release(const sn_tensor *t); /* NULL is allowed */
/* All of them, which are NULL then; list NULL: there is none. */
void sn_tensors_release(const sn_tensor **list, size_t n);

int64_t sn_tensor_count(const sn_tensor *t); /* elements */
/* The largest absolute value, NaN left out; 0: there is none, as of t NULL. Of finite ones: also
 * without the lowest and the largest number of the type, which stand for infinities (a maximum over
 * nothing). */
double sn_tensor_largest(const sn_tensor *t);
double sn_tensor_largest_finite(const sn_tensor *t);
/* Whether there are elements, and all are one number, which may be infinite. */
bool sn_tensor_is_uniform(const sn_tensor *t, double *is);
/* Of n floats those that are less than `end`, which is one. */
double sn_largest_below(const float *v, int64_t n, double end);
/* Bytes that `count` elements need in this coding; false on overflow. `row` is the last axis (bit
 * codings). */
bool sn_coding_bytes(sn_coding coding, sn_type type, int64_t count, int64_t row, uint64_t *out);

/* Stored as halves, or worked out from such in f32: then it is stored as halves again where that is
 * harmless. */
bool sn_tensor_is_of_halves(const sn_tensor *t);

/* Elements of a plain tensor, typed. The caller has checked the type. */
const float *sn_tensor_f32(const sn_tensor *t);
const int32_t *sn_tensor_i32(const sn_tensor *t);
const void *sn_tensor_data(const sn_tensor *t); /* the stored bytes */

/* A plain tensor of the same shape: `t` itself (retained) when it is plain of that type already,
 * else a new one with every element decoded and converted (f32 <- f16 coding, table, halves,
 * integers). Bit codings and undefined contents: SN_E_UNSUPPORTED. Integer targets round to nearest
 * even and saturate. */
sn_status sn_tensor_convert(sn_ctx *ctx, const sn_tensor *t, sn_type type,
                            const sn_tensor **out) SN_MUST_CHECK;
/* The same elements stored in another coding (SN_PLAIN <-> SN_CODED_F16). Encoding to f16 a finite
 * value that overflows is SN_E_UNSUPPORTED, with the value and its place in the message. */
sn_status sn_tensor_encode(sn_ctx *ctx, const sn_tensor *t, sn_coding coding,
                           const sn_tensor **out) SN_MUST_CHECK;
/* The numbers of `plain`, which is f32 and new; it is taken over, also where this fails. of_halves:
 * they were worked out from halves. Stored as halves where each of them is one, which loses
 * nothing, else as they are. */
sn_status sn_tensor_settle(sn_ctx *ctx, const sn_tensor *plain, bool of_halves,
                           const sn_tensor **out) SN_MUST_CHECK;
/* The same bytes under another shape of as many elements. */
const sn_tensor *sn_tensor_reshaped(sn_ctx *ctx, const sn_tensor *t, const sn_shape *shape);
/* Element by element as double; i < sn_tensor_count. Any coding but the bit ones. */
double sn_tensor_at(const sn_tensor *t, int64_t i);
/* Elements of a tensor that are read one by one, many of them. */
typedef struct sn_numbers {
    const float *plain; /* NULL: they are stored otherwise */
    const sn_tensor *t;
} sn_numbers;

static inline sn_numbers sn_numbers_of(const sn_tensor *t)
{
    return (sn_numbers){
        .plain = t->type == SN_TYPE_f32 && t->coding == SN_PLAIN ? sn_tensor_f32(t) : NULL, .t = t};
}

static inline double sn_number(const sn_numbers *v, int64_t i)
{
    return v->plain ? (double)v->plain[i] : sn_tensor_at(v->t, i);
}
/* Element i of `data` as element i of `out`, both plain and dense and `out` aligned. A float is
 * rounded to the nearest of a float type; false where the other type has no such number: an integer
 * that it does not hold exactly, a fraction or no number as an integer, what is beyond its range.
 */
bool sn_element_convert(sn_type from, const void *data, sn_type to, void *out, int64_t i);
/* An element, plain, with all its digits. */
const char *sn_element_text(sn_arena *arena, sn_type type, const void *data, int64_t i);
/* Numbers rounded to a type, which is known: a scalar (rank 0), and a vector (rank 1). */
const sn_tensor *sn_tensor_scalar(sn_ctx *ctx, sn_type type, double value);
sn_status sn_tensor_vector(sn_ctx *ctx, sn_type type, const double *values, int64_t n,
                           const sn_tensor **out) SN_MUST_CHECK;
bool sn_tensor_same_bytes(const sn_tensor *a,
                          const sn_tensor *b); /* type, coding, shape and contents */

#endif
