/* SPDX-License-Identifier: Apache-2.0
 *
 * Formulas of elementwise operators as small trees.
 *
 * An operator gives its formula once, as text (op->expr): names are its slots and its params, a
 * left-out slot is 0.
 *
 *     + - * /  unary -  < <=  numbers  ( )  and the functions of SN_FN_MAP; select(cond, a, b)
 * takes a where cond is true
 *
 * From it come the reference evaluation, generated code, and facts (range, monotony, being affine
 * or the identity). A tree is immutable and lives in an arena. Parsing folds constants; binding
 * puts a node's params in as numbers and folds again, so a bound tree holds inputs, numbers and
 * calls only.
 *
 * Values are real numbers in double precision. Comparisons with NaN are false; of everything else
 * NaN gives NaN, also of min, max and sign. */
#ifndef SN_OPS_EXPR_H
#define SN_OPS_EXPR_H

#include "ir/op.h"

/* clang-format off */
#define SN_FN_MAP(X) /* name, arguments, value in C of doubles a, b, c */                         \
    X(add, 2, a + b)        X(sub, 2, a - b)        X(mul, 2, a * b)      X(div, 2, a / b)        \
    X(neg, 1, -a)           X(lt, 2, a < b ? 1 : 0) X(le, 2, a <= b ? 1 : 0)                      \
    X(select, 3, a != 0 ? b : c)                                                                  \
    X(min, 2, b < a || b != b ? b : a) X(max, 2, a < b || b != b ? b : a)                         \
    X(exp, 1, exp(a))       X(log, 1, log(a))       X(sqrt, 1, sqrt(a))   X(tanh, 1, tanh(a))     \
    X(erf, 1, erf(a))       X(abs, 1, fabs(a))      X(floor, 1, floor(a)) X(ceil, 1, ceil(a))     \
    X(nearbyint, 1, nearbyint(a)) X(trunc, 1, trunc(a))                                           \
    X(sign, 1, a > 0 ? 1 : a < 0 ? -1 : a)                                                        \
    X(sin, 1, sin(a))       X(cos, 1, cos(a))       X(tan, 1, tan(a))     X(asin, 1, asin(a))     \
    X(acos, 1, acos(a))     X(atan, 1, atan(a))     X(sinh, 1, sinh(a))   X(cosh, 1, cosh(a))     \
    X(asinh, 1, asinh(a))   X(acosh, 1, acosh(a))   X(atanh, 1, atanh(a)) X(expm1, 1, expm1(a))   \
    X(log1p, 1, log1p(a))   X(log10, 1, log10(a))   X(pow, 2, pow(a, b))  X(fmod, 2, fmod(a, b))  \
    X(atan2, 2, atan2(a, b)) X(remainder, 2, remainder(a, b))                                     \
    X(eq, 2, a == b ? 1 : 0)                                                                      \
    X(band, 2, NAN) X(bor, 2, NAN) X(bxor, 2, NAN) /* of integers alone */                        \
    X(bnot, 1, NAN) X(shl, 2, NAN) X(shr, 2, NAN)                                                 \
    X(f32, 1, (double)(float)a) /* rounded to single, where a later step is discontinuous */
/* clang-format on */
/* Those that are defined on integers: the value in C of a, b, c of type I, int64_t or uint64_t; U
 * is uint64_t, `width` the bits of the elements. What comes out wraps to them. Divided by 0 it is
 * 0; a quotient is cut towards 0, and what is left has the sign of the dividend. */
/* clang-format off */
#define SN_FN_INT_MAP(X)                                                                          \
    X(add, (I)((U)a + (U)b))  X(sub, (I)((U)a - (U)b)) X(mul, (I)((U)a * (U)b))                   \
    X(neg, (I)(0 - (U)a))     X(lt, a < b)             X(le, a <= b)        X(eq, a == b)         \
    X(select, a != 0 ? b : c) X(min, b < a ? b : a)    X(max, a < b ? b : a)                      \
    X(div, b == 0 ? 0 : is_minus_one(b) ? (I)(0 - (U)a) : a / b)                                  \
    X(fmod, b == 0 || is_minus_one(b) ? 0 : a % b)                                                \
    X(abs, is_negative(a) ? (I)(0 - (U)a) : a)                                                    \
    X(sign, is_negative(a) ? (I)-1 : a != 0)           X(nearbyint, a)                            \
    X(pow, (I)to_the((U)a, (U)b))                      X(bnot, ~a)                                \
    X(band, a & b)            X(bor, a | b)            X(bxor, a ^ b)                             \
    X(shl, (U)b >= width ? 0 : (I)((U)a << b))                                                    \
    X(shr, (U)b >= width ? (is_negative(a) ? ~(I)0 : 0) : a >> b)
/* clang-format on */

typedef enum sn_fn {
#define X(name, n_args, value) SN_FN_##name,
    SN_FN_MAP(X)
#undef X
        SN_N_FNS
} sn_fn;
const char *sn_fn_name(sn_fn fn);
int sn_fn_n_args(sn_fn fn);
double sn_fn_apply(sn_fn fn, double a, double b,
                   double c); /* arguments it does not take are ignored */

typedef enum sn_expr_kind {
    SN_EXPR_NUMBER,
    SN_EXPR_INPUT,
    SN_EXPR_PARAM,
    SN_EXPR_CALL
} sn_expr_kind;
typedef struct sn_expr sn_expr;
struct sn_expr {
    sn_expr_kind kind;
    double number;         /* NUMBER */
    uint16_t input;        /* INPUT: the slot */
    const sn_param *param; /* PARAM: INT, BOOL, ENUM or F32 */
    sn_fn fn;              /* CALL */
    const sn_expr *arg[3]; /* CALL: sn_fn_n_args of them */
};

/* Reads a formula. Texts come from operators, so a mistake is SN_E_INTERNAL with its place. */
sn_status sn_expr_parse(sn_ctx *ctx, sn_arena *arena, const char *text, const sn_slot *slots,
                        const sn_param *params, const sn_expr **out) SN_MUST_CHECK;
const sn_expr *sn_expr_bind(sn_arena *arena, const sn_expr *e, const void *params);
/* Parses op->expr and binds it. SN_E_INTERNAL when the operator has no formula. */
sn_status sn_op_formula(sn_ctx *ctx, sn_arena *arena, const sn_op *op, const void *params,
                        const sn_expr **out) SN_MUST_CHECK;
const sn_expr *sn_expr_number(sn_arena *arena, double value);
const sn_expr *sn_expr_input(sn_arena *arena, uint16_t slot);
const sn_expr *sn_expr_call(sn_arena *arena, sn_fn fn, const sn_expr *a, const sn_expr *b,
                            const sn_expr *c); /* folds */
/* e with a number for an input. */
const sn_expr *sn_expr_put(sn_arena *arena, const sn_expr *e, uint16_t slot, double value);
bool sn_expr_equal(const sn_expr *a, const sn_expr *b); /* the same tree; numbers by bits */
static inline bool sn_expr_is_number(const sn_expr *e, double value)
{
    return e->kind == SN_EXPR_NUMBER && e->number == value;
}
static inline bool sn_expr_is_call(const sn_expr *e, sn_fn fn)
{
    return e->kind == SN_EXPR_CALL && e->fn == fn;
}
bool sn_expr_reads(const sn_expr *e, uint16_t slot);
/* Whether a number of a formula may stand in one of integers: it is whole, and a double has all
 * between. */
bool sn_expr_is_integer(double number);
double sn_expr_at(const sn_expr *e, const double *inputs); /* of a bound tree; inputs[slot] */

/* ---- facts of bound trees (expr_facts.c) ----------------------------------------------------- */

typedef struct sn_interval {
    double lo, hi; /* closed; may be infinite */
    bool nan;      /* NaN is possible beside them */
} sn_interval;
/* The least that has both in it. */
static inline sn_interval sn_interval_hull(sn_interval a, sn_interval b)
{
    return (sn_interval){fmin(a.lo, b.lo), fmax(a.hi, b.hi), a.nan || b.nan};
}
#define SN_INTERVAL_REAL ((sn_interval){-INFINITY, INFINITY, false})

/* Whether e is inputs[slot] wherever that lies within the interval, and NaN where that may be NaN;
 * `whole`: it is a whole number. e reads no other input. */
bool sn_expr_keeps(const sn_expr *e, uint16_t slot, sn_interval x, bool whole);

/* An interval that holds every value, given those of the inputs (inputs[slot]; NULL: any real
 * number). Bounds are computed in double and may be off by its rounding. */
sn_interval sn_expr_range(const sn_expr *e, const sn_interval *inputs);

typedef enum sn_monotony {
    SN_MONOTONE_NO, /* not, or not proved */
    SN_MONOTONE_UP, /* non-decreasing */
    SN_MONOTONE_DOWN,
    SN_MONOTONE_FLAT, /* does not depend on the input */
} sn_monotony;
/* In inputs[slot], the others fixed at any value of their intervals; where the result is not NaN.
 */
sn_monotony sn_expr_monotone(const sn_expr *e, uint16_t slot, const sn_interval *inputs);

/* The same for a node whose operator has a formula; constants count with the values they have. */
sn_answer sn_node_monotone(const sn_node *node, uint16_t slot, sn_arena *arena, sn_monotony *out);

/* e is scale * inputs[slot] + shift with finite numbers, the other inputs being inputs[] (NULL:
 * there are none). */
bool sn_expr_linear(const sn_expr *e, uint16_t slot, const double *inputs, double *scale,
                    double *shift);

/* ---- evaluation (expr_eval.c) ---------------------------------------------------------------- */

/* One operand of a mapped formula: element (i0, i1, ...) of the output reads data[sum i_k *
 * stride[k]]. */
typedef struct sn_operand {
    const void *data; /* NULL: all 0 */
    sn_type type;
    int64_t stride[SN_MAX_RANK]; /* in elements; 0 along axes it is broadcast over */
} sn_operand;

/* Operand with the strides of a dense tensor of that very shape; one element everywhere; along one
 * axis. */
sn_operand sn_operand_dense(const sn_tensor *t, const sn_shape *shape);
sn_operand sn_operand_along(const sn_tensor *t,
                            int axis); /* SN_AXIS_NONE: its first element; t NULL: 0 */

/* Output 0 of `e` (allocated, of out_shape[0]) = the bound formula over the operands (by slot), in
 * blocks, over the threads of the context. */
sn_status sn_eval_map(sn_eval *e, const sn_expr *formula, const sn_operand *operands,
                      unsigned n_operands) SN_MUST_CHECK;

#endif
