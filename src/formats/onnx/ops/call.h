/* SPDX-License-Identifier: Apache-2.0
 *
 * onnx.call: a node of an ONNX file, until shapes and types tell which operators it is made of.
 * What it means is one function for each operator of ONNX (operators.def), which answers like
 * sn_op.resolve. It sees the newest spelling and all older ones: where attributes became inputs,
 * the helpers here read either. An attribute that it did not ask for makes the node stay as it is,
 * since nobody knows what it changes. */
#ifndef SN_ONNX_CALL_H
#define SN_ONNX_CALL_H

#include "formats/onnx/record.h"
#include "ir/contents.h"
#include "ops/conv.h"
#include "ops/ops.h"

typedef struct sn_onnx_call_params {
    const char *domain, *type;
    int32_t version;
    int32_t number; /* of the node: two are never the same */
} sn_onnx_call_params;

extern const sn_op sn_onnx_op_call;
extern const sn_dialect sn_onnx_dialect;

typedef struct sn_onnx_call {
    sn_resolve *r;
    const sn_onnx_node *record;
    int version;
    const char *op; /* of operators.def: the operator that it mostly is, or more for the function */
    uint64_t asked; /* attributes, by their place */
    uint32_t first; /* ids from here on are of what was made here */
    SN_VEC(sn_node *) folded; /* that nothing reads any more */
} sn_onnx_call;

typedef struct sn_onnx_operator {
    const char *domain, *type;
    int since; /* first version that it is for */
    sn_answer (*import)(sn_onnx_call *c);
    const char *op;
} sn_onnx_operator;
#define OPERATOR(domain, name, since, function, ours)                                              \
    sn_answer sn_onnx_import_##function(sn_onnx_call *c);
#include "formats/onnx/ops/operators.def"
#undef OPERATOR
/* For that version; NULL: there is none. */
const sn_onnx_operator *sn_onnx_operator_of(const char *domain, const char *type, int64_t version);

/* SN_E_FORMAT where it has not the inputs, outputs and attributes that its version has to have, by
 * signatures.def, SN_E_SHAPE where an input is of a type that its version does not take. */
sn_status sn_onnx_check_signature(sn_onnx_call *c) SN_MUST_CHECK;

/* Whether input i of that operator may be of a type; true where the version says nothing of it. */
bool sn_onnx_takes(const char *domain, const char *type, int version, int i, sn_type t);

/* Whether some operator of ONNX is that one, or becomes it. */
bool sn_onnx_makes(const sn_op *op);

/* ---- inputs ---------------------------------------------------------------------------------- */

static inline unsigned sn_onnx_n_in(const sn_onnx_call *c) { return c->r->in.n_in; }
static inline unsigned sn_onnx_n_out(const sn_onnx_call *c) { return c->r->in.n_out; }
sn_value *sn_onnx_in(const sn_onnx_call *c, unsigned k); /* NULL: left out */
bool sn_onnx_has(const sn_onnx_call *c, unsigned k);
int sn_onnx_rank(const sn_onnx_call *c, unsigned k);     /* -1: not known */
sn_type sn_onnx_type(const sn_onnx_call *c, unsigned k); /* UNKNOWN also where left out */
const sn_shape *sn_onnx_shape(const sn_onnx_call *c, unsigned k);
/* Whether somebody may see it. */
bool sn_onnx_gives(const sn_onnx_call *c, unsigned out);

/* ---- attributes ------------------------------------------------------------------------------ */

const sn_onnx_attr *sn_onnx_take(sn_onnx_call *c, const char *name); /* NULL: not given */
void sn_onnx_ignore(sn_onnx_call *c, const char *name);
int64_t sn_onnx_int(sn_onnx_call *c, const char *name, int64_t def);
double sn_onnx_float(sn_onnx_call *c, const char *name, double def);
const char *sn_onnx_string(sn_onnx_call *c, const char *name, const char *def);
bool sn_onnx_is(sn_onnx_call *c, const char *name, const char *value, const char *def);
/* False: not given. */
bool sn_onnx_ints(sn_onnx_call *c, const char *name, sn_ints *out);
/* What does not fit is as far as numbers go; a NULL: none. */
sn_ints sn_onnx_ints_of(sn_arena *arena, const sn_onnx_attr *a);

/* An axis, or axes, counted from the front; -1 where there is no such, or the rank is not known. */
int sn_onnx_axis(int64_t axis, int rank);
/* Not given: none. False where one does not exist. */
bool sn_onnx_axes(sn_onnx_call *c, const char *name, int rank, sn_ints *out);

/* ---- what is made ---------------------------------------------------------------------------- */

#define SN_ONNX_YES         SN_ANSWER_YES
#define SN_ONNX_LATER(text) SN_ANSWER_UNKNOWN(text)
#define SN_ONNX_NEVER(text) SN_ANSWER_NO(text)
/* What is not known of input k yet; an error where there is none, of which nothing will be. */
sn_answer sn_onnx_later(const sn_onnx_call *c, unsigned k, const char *why);
/* Leaves the function unless the rank, or the type, of that input is known. */
#define SN_ONNX_NEED_RANK(c, k)                                                                    \
    if (sn_onnx_rank((c), (k)) < 0)                                                                \
    return sn_onnx_later((c), (k), "the rank of an input is not known")
#define SN_ONNX_NEED_TYPE(c, k)                                                                    \
    if (sn_onnx_type((c), (k)) == SN_TYPE_UNKNOWN)                                                 \
    return sn_onnx_later((c), (k), "the type of an input is not known")

/* Output 0 of a node of that operator; NULL after an error. Later inputs that are NULL are left
 * out. */
sn_value *sn_onnx_make(sn_onnx_call *c, const sn_op *op, const void *params, uint16_t n_in,
                       sn_value *const *in);
#define SN_ONNX_MAKE(c, op, params, ...)                                                           \
    sn_onnx_make((c), (op), (params),                                                              \
                 (uint16_t)(sizeof((sn_value *[]){__VA_ARGS__}) / sizeof(sn_value *)),             \
                 (sn_value *[]){__VA_ARGS__})
sn_node *sn_onnx_make_many(sn_onnx_call *c, const sn_op *op, const void *params, uint16_t n_in,
                           sn_value *const *in, uint16_t n_out);
/* v as a constant where the node that makes it, which was just made, reads nothing but those: for
 * weights that are stored otherwise there. */
sn_value *sn_onnx_fold(sn_onnx_call *c, sn_value *v);
/* Constants: of one number, of a list of integers (i64). */
sn_value *sn_onnx_number(sn_onnx_call *c, sn_type type, double v);
sn_value *sn_onnx_i64s(sn_onnx_call *c, const int64_t *v, int n);
sn_value *sn_onnx_tensor_value(sn_onnx_call *c, const sn_tensor *t); /* takes it over */
/* Of a TENSOR; NULL after an error. */
sn_value *sn_onnx_tensor_attr(sn_onnx_call *c, const sn_onnx_attr *a);
/* As another type; v itself where it is that. */
sn_value *sn_onnx_cast(sn_onnx_call *c, sn_value *v, sn_type to);
sn_value *sn_onnx_reshape(sn_onnx_call *c, sn_value *v, const int64_t *sizes, int n); /* 0, -1 */
sn_value *sn_onnx_transpose(sn_onnx_call *c, sn_value *v, int rank, const int *perm);
sn_value *sn_onnx_unsqueeze(sn_onnx_call *c, sn_value *v, const int *axes, int n);
sn_value *sn_onnx_squeeze(sn_onnx_call *c, sn_value *v, const int *axes, int n);
sn_value *sn_onnx_slice(sn_onnx_call *c, sn_value *v, int axis, int64_t from, int64_t to);
sn_value *sn_onnx_concat(sn_onnx_call *c, int axis, sn_value *const *v, int n);
sn_value *sn_onnx_reduce(sn_onnx_call *c, sn_value *v, const char *how, const int *axes, int n,
                         bool keepdims);
sn_value *sn_onnx_log_softmax(sn_onnx_call *c, sn_value *v, int axis);
sn_value *sn_onnx_flat(sn_onnx_call *c, sn_value *v); /* as one axis */
/* Sizes from the from-th on, as an i64 vector. */
sn_value *sn_onnx_sizes_of(sn_onnx_call *c, sn_value *v);

/* Params with their defaults, and their fields by name; set_* fail where the value is none that the
 * operator takes, which the answer says then. */
void *sn_onnx_params(sn_onnx_call *c, const sn_op *op);
bool sn_onnx_set_int(const sn_op *op, void *params, const char *name, int64_t v);
bool sn_onnx_set_f32(const sn_op *op, void *params, const char *name, double v);
bool sn_onnx_set_enum(const sn_op *op, void *params, const char *name, const char *v);
bool sn_onnx_set_ints(const sn_op *op, void *params, const char *name, sn_ints v);
/* Every param that has the name of an attribute is set from it; axes are counted from the front of
 * a value of that rank. NULL, or what does not fit. */
const char *sn_onnx_take_attrs(sn_onnx_call *c, const sn_op *op, void *params, int rank);

/* Of Conv and its kin, whose x (input 0) has a known rank. NULL, or what does not fit. */
const char *sn_onnx_conv_params(sn_onnx_call *c, const sn_op *op, sn_conv_params **out);
/* What a node with the inputs and attributes of Gemm computes. */
sn_value *sn_onnx_gemm(sn_onnx_call *c);

/* That output is v. */
void sn_onnx_give(sn_onnx_call *c, unsigned out, sn_value *v);
/* Outputs are those of n, in order; n NULL: after an error. */
sn_answer sn_onnx_give_all(sn_onnx_call *c, const sn_node *n);
/* Nobody reads it. */
void sn_onnx_give_nothing(sn_onnx_call *c, unsigned out);

#endif
