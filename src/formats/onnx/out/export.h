/* SPDX-License-Identifier: Apache-2.0
 *
 * How a neutral operator is spelled in ONNX: one function for each (exports.def), which writes
 * nodes of the model's version of ONNX, or says why there are none. The same functions answer what
 * a pass may form (sn_spelling): they are asked about an operator with params alone, or about a
 * node. */
#ifndef SN_ONNX_EXPORT_H
#define SN_ONNX_EXPORT_H

#include "formats/onnx/out/writer.h"
#include "ops/ops.h"

typedef struct sn_onnx_export sn_onnx_export;
typedef struct sn_onnx_spelled {
    const sn_op *op;
    void (*put)(sn_onnx_export *e);
    const char *type; /* of the node that it mostly is */
    int since;        /* first version of ONNX that has it */
} sn_onnx_spelled;
const sn_onnx_spelled *sn_onnx_spelled_of(const sn_op *op); /* NULL: none */
const sn_onnx_spelled *sn_onnx_spelled_at(size_t i);        /* NULL behind the last */

struct sn_onnx_export {
    sn_onnx_writer *w; /* NULL: it is only asked whether it can be */
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_onnx_spelled *row;
    const sn_op *op;
    const void *params;
    uint16_t n_in;
    const sn_node *n; /* NULL: asked of the operator with these params */
    int opset;
    bool runtime;       /* operators of ONNX Runtime's own may be used (export_runtime.c) */
    const char *domain; /* of the node that is being made; NULL: ONNX's own */
    const char *wrong;  /* NULL, or why it cannot be written */
    const char *way;    /* out of that; NULL */
    const char **in, **out;
    const char **shapes; /* of inputs whose sizes were asked for, by name; NULL: none was */
    size_t n_before;     /* initializers that were there before its inputs had names */
    sn_str *nodes;       /* fields of GraphProto */
    sn_str attrs;        /* of the node that is being made */
    int least_in;        /* so many inputs it has at least, though they are left out */
    int n_made;
    bool composed; /* said by several nodes that compute it as its formula, not by one of its own */
    bool wide;     /* halves are f32 here: each step of a formula would be rounded */
};

/* So many "", and more than any function looks at. */
const char **sn_onnx_no_names(sn_arena *arena, int n);
extern const char sn_onnx_give_sizes[]; /* the way out where sizes are not known */
/* Keeps the first reason. */
void sn_onnx_cannot(sn_onnx_export *e, const char *why);
/* The same of what depends on sizes. */
void sn_onnx_unknown(sn_onnx_export *e, const char *why);
void sn_onnx_composed(sn_onnx_export *e);
/* What is said of a version that is too old for `what`. */
void sn_onnx_needs(sn_onnx_export *e, int since, const char *what);

int sn_onnx_rank_in(const sn_onnx_export *e, unsigned slot); /* -1: not known */
const sn_shape *sn_onnx_shape_in(const sn_onnx_export *e, unsigned slot);
sn_type sn_onnx_type_in(const sn_onnx_export *e, unsigned slot);
bool sn_onnx_has_in(const sn_onnx_export *e, unsigned slot);
/* The elements of a constant input, not in a coding; NULL: it is none, or of a coding of bits. */
const sn_tensor *sn_onnx_plain_in(sn_onnx_export *e, unsigned slot);

/* ---- attributes of the next node ------------------------------------------------------------- */

void sn_onnx_attr_int(sn_onnx_export *e, const char *name, int64_t v);
void sn_onnx_attr_float(sn_onnx_export *e, const char *name, float v);
void sn_onnx_attr_string(sn_onnx_export *e, const char *name, const char *v);
void sn_onnx_attr_ints(sn_onnx_export *e, const char *name, const int32_t *v, int n);
void sn_onnx_attr_floats(sn_onnx_export *e, const char *name, const float *v, int n);
void sn_onnx_attr_tensor(sn_onnx_export *e, const char *name, const sn_tensor *t);
void sn_onnx_attr_graph(sn_onnx_export *e, const char *name, const sn_str *graph);

/* ---- nodes ----------------------------------------------------------------------------------- */

/* A node with the attributes and of the domain that were given, which are none again, as `least_in`
 * is; "" is an input left out. `since` is a version of ONNX's own operators. */
void sn_onnx_put(sn_onnx_export *e, const char *type, int since, int n_in, const char *const *in,
                 int n_out, const char *const *out);
/* The same with inputs and one result. */
#define SN_ONNX_PUT(e, type, since, result, ...)                                                   \
    sn_onnx_put((e), (type), (since),                                                              \
                (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)),                     \
                (const char *[]){__VA_ARGS__}, 1, (const char *[]){result})
/* The same, and the name of its result, which is new. */
#define SN_ONNX_MADE(e, type, since, ...)                                                          \
    sn_onnx_made((e), (type), (since),                                                             \
                 (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)),                    \
                 (const char *[]){__VA_ARGS__})
const char *sn_onnx_made(sn_onnx_export *e, const char *type, int since, int n_in,
                         const char *const *in);
const char *sn_onnx_temporary(sn_onnx_export *e);

/* Constants: a tensor (taken over), integers as a vector, one number of a type as a scalar. */
const char *sn_onnx_put_tensor(sn_onnx_export *e, const sn_tensor *t);
/* In place of the constant in that slot, by its name where nothing else reads that. */
const char *sn_onnx_put_instead(sn_onnx_export *e, unsigned slot, const sn_tensor *t);
const char *sn_onnx_put_i64s(sn_onnx_export *e, const int64_t *v, int n);
const char *sn_onnx_put_ints(sn_onnx_export *e, const int32_t *v, int n);
const char *sn_onnx_put_number(sn_onnx_export *e, sn_type type, double v);

/* Views. `to` NULL: a new name; what they are called then. */
const char *sn_onnx_put_squeeze(sn_onnx_export *e, bool un, const char *x, const int32_t *axes,
                                int n, const char *to);
const char *sn_onnx_put_transpose(sn_onnx_export *e, const char *x, int n, const int32_t *perm,
                                  const char *to);
const char *sn_onnx_put_reshape(sn_onnx_export *e, const char *x, const int64_t *sizes, int n,
                                const char *to);
/* Sizes of a param as an i64 vector: a constant, or computed from sizes of inputs. */
const char *sn_onnx_put_sizes(sn_onnx_export *e, const sn_names *sizes);
/* x[from:to:step] along an axis; `from` and `to` are not negative. */
const char *sn_onnx_put_slice(sn_onnx_export *e, const char *x, int axis, int64_t from, int64_t to,
                              int64_t step);
/* The operator of a reduction, and the version since which its axes are an input; NULL: none. */
const char *sn_onnx_reduction(const char *how, int *as_input);
/* `how` is that of sn_reduce. */
const char *sn_onnx_put_reduce(sn_onnx_export *e, const char *how, const char *x,
                               const int32_t *axes, int n, bool keepdims, const char *to);
/* One size, as a vector of one element. */
const char *sn_onnx_put_size(sn_onnx_export *e, const char *entry);
/* Activations that ONNX does not have, or in another way from version to version. */
void sn_onnx_put_clip(sn_onnx_export *e, sn_type type, float min, float max, const char *x,
                      const char *to);
void sn_onnx_put_hard_swish(sn_onnx_export *e, float a, float b, const char *x, const char *to);
void sn_onnx_put_mish(sn_onnx_export *e, const char *x, const char *to);
/* The activation of a slot. */
void sn_onnx_put_act(sn_onnx_export *e, const sn_act *act, sn_type type, const char *x,
                     const char *to);
/* Every param that is not at its default, as an attribute of its name. */
void sn_onnx_put_params(sn_onnx_export *e);

/* ---- ONNX Runtime's own operators ------------------------------------------------------------ */

/* x * transpose(w) of a `linear`, by a MatMul; `to` NULL: under a new name. -> the name */
const char *sn_onnx_linear_product(sn_onnx_export *e, const char *to);
/* Whether its operator of a convolution or a product has this activation. */
bool sn_onnx_runtime_acts(const sn_op *op, const sn_act *act);
/* FusedConv and FusedGemm: its attributes are put, and the node is of that domain. False: none. */
bool sn_onnx_runtime_act(sn_onnx_export *e, const sn_act *act);
/* The next node is of ONNX Runtime's domain. False: that is not asked for, or the values are not
 * f32. */
bool sn_onnx_of_runtime(sn_onnx_export *e);
/* One node for the sum that e is of and what reads it: that, or NULL, which needs a node of its own
 * then. */
const sn_node *sn_onnx_runtime_joins(sn_onnx_export *e);

#define EXPORT(op, function, type, since) void sn_onnx_export_##function(sn_onnx_export *e);
#include "formats/onnx/out/exports.def"
#undef EXPORT

#endif
