/* SPDX-License-Identifier: Apache-2.0
 *
 * What an operator is: one const sn_op. Its parameters, shape rule, evaluation, facts and cost
 * stand together in one file under src/ops; the list is src/ops/ops.def. Passes ask facts, not
 * types.
 *
 * How a node is worked out, in a graph or at run time, is always: resolve, where its operator has
 * several meanings; infer; eval.
 *
 * An operator whose meaning depends on shapes, as those of some formats do, is one of that format.
 * Its `resolve` replaces the node by operators that belong to no format, once shapes tell which:
 * in a graph when it is inferred, at run time before it is evaluated. */
#ifndef SN_IR_OP_H
#define SN_IR_OP_H

#include "ir/graph.h"

typedef enum sn_fusion_kind {                      /* combining two: the larger one */
                              SN_FUSE_ELEMENTWISE, /* out[i] depends on in[i] only, same shape */
                              SN_FUSE_BROADCAST,   /* output axes map to input axes in order, some
                                                      missing or 1 */
                              SN_FUSE_INJECTIVE,   /* each output element is one input element */
                              SN_FUSE_REDUCTION,
                              SN_FUSE_OUT, /* complex; elementwise may be fused on its output
                                              (convolution, pooling, softmax) */
                              SN_FUSE_TUPLE = 7,
                              SN_FUSE_OPAQUE = 8,
} sn_fusion_kind;

typedef enum sn_slot_flags {
    SN_SLOT_OPTIONAL = 1,
    SN_SLOT_VARIADIC = 2, /* last slot only; any number from 0 on, with OPTIONAL, else from 1 on */
    SN_SLOT_WEIGHT = 4,   /* usually the node's own constant: a weight of the file */
    SN_SLOT_ZERO = 8,     /* optional: left out, with all others that are, it is zeros */
} sn_slot_flags;

typedef struct sn_slot {
    const char *name; /* role: "x", "weight", "bias" */
    unsigned flags;
} sn_slot;

enum {
    SN_TRAIT_INPUT = 1,    /* the values a user feeds: infer leaves their declared type and shape */
    SN_TRAIT_CONSTANT = 2, /* one output that is its input's data */
    SN_TRAIT_OUTPUT = 4,   /* the last node */
    SN_TRAIT_OPAQUE = 8,   /* nobody knows what it computes */
    SN_TRAIT_VIEW =
        16, /* output is the first input's elements in the same order under another shape */
    SN_TRAIT_COPIES_BITS =
        32, /* elements are moved, never computed with: integers in f32 clothes survive */
    SN_TRAIT_COMMUTES = 64, /* the first two inputs may be swapped */
    SN_TRAIT_INTEGER =
        128, /* an int8 layer: never rewritten, and where eval is missing a boundary of checks */
    SN_TRAIT_SELECTS = 256, /* sorts or cuts off by value: the last bit of an input may change the
                               output wholesale, so checks compare what goes in */
    SN_TRAIT_STEPS = 512,   /* jumps where its argument crosses a border: what rounding tips over is
                               off by a whole step */
    SN_TRAIT_SCORES = 1024, /* selects by what it computes first: last bits may turn results around
                               even where its inputs are given */
    SN_TRAIT_SQUARES = 2048, /* squares or products of elements are summed on the way: how that is
                                rounded, and that it overflows, shows in the result */
};

#define SN_VARIADIC_OUT UINT16_MAX

/* ---- shape inference ------------------------------------------------------------------------- */

/* Everything infer and resolve may look at. A left-out input has present == false. A size of output
 * s that is not known is sn_dim_symbol(in->dims, sn_out(in->node, s)->id, axis): the same unknown
 * each time. At run time everything given is a number, and such a symbol says that eval has to find
 * the size. */
typedef struct sn_infer {
    sn_ctx *ctx;
    sn_arena *arena; /* scratch, and for params that resolve makes */
    sn_dims *dims;
    const sn_node *node; /* for messages, arity and origin; not for shapes: those are here */
    const void *params;
    uint16_t n_in, n_out;
    const sn_shape *in_shape;
    const sn_type *in_type;
    const bool *present;
    const sn_tensor *const *in_data;       /* ask sn_infer_data; NULL: inputs of the node */
    const sn_contents *const *in_contents; /* ask sn_infer_contents; may be NULL */
    sn_shape *out_shape;                   /* preset to unknown */
    sn_type *out_type;                     /* preset to SN_TYPE_UNKNOWN */
    const sn_contents **out_contents; /* of sn_op.contents (sn_infer_give_contents); may be NULL */
    const char *boundary;             /* sn_infer_boundary */
    bool may_bound;                   /* sn_infer_may_bound */
    bool no_rule;                     /* sn_infer_no_rule */
} sn_infer;

/* Contents of an input that is a constant; NULL else. */
const sn_tensor *sn_infer_data(const sn_infer *in, unsigned slot);

/* The shapes do not fit, and still the runtime that the node comes from runs it, with a result that
 * depends on its settings. Infer goes on: shapes, and evaluation, are those of the portable rule.
 * The node is a boundary then: it is kept as it is and named in reports, and no rewrite touches
 * it. */
static inline void sn_infer_boundary(sn_infer *in, const char *why) /* static, or in in->arena */
{
    if (!in->boundary) in->boundary = why;
}

/* At sizes that are not known yet it may be one. Not asked where the rank of an input is not known:
 * there any node may. */
static inline void sn_infer_may_bound(sn_infer *in) { in->may_bound = true; }

/* The same, and there is no portable rule: the node is not evaluated. Infer gives the shapes that
 * the runtime makes; those that it cannot tell stay unknown. */
static inline void sn_infer_no_rule(sn_infer *in, const char *why)
{
    if (!in->no_rule) in->boundary = why;
    in->no_rule = true;
}

/* Makes it a boundary permanently; the text is copied. */
void sn_node_set_boundary(sn_node *n, const char *why, bool no_rule);

/* Why it is one, or reads an input (sn_op.adapts) by no rule: then its own is not followed, either.
 * NULL: neither. */
const char *sn_node_boundary(const sn_node *n);

/* Whether what it computes can be worked out. */
bool sn_node_evaluates(const sn_node *n);

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Inputs are plain tensors (float codings and halves arrive as f32; see sn_tensor_convert), NULL
 * where left out. What is to be halves leaves as f32 or f64 (sn_op.wide), and is rounded then.
 * Outputs are allocated as inferred; where infer left one unknown (its size depends on data)
 * out_data is NULL and eval calls sn_eval_alloc. Accumulate in double. May use sn_parallel_for. */
typedef struct sn_eval {
    sn_ctx *ctx;
    sn_arena *arena; /* scratch, reset after the call */
    const sn_node *node;
    const void *params;
    uint16_t n_in, n_out;
    const sn_tensor *const *in;
    const sn_shape *in_shape;
    sn_shape *out_shape;
    sn_type *out_type;
    void **out_data;
    sn_tensor **out; /* filled together with out_data */
    /* Of a node with bodies (for it `in` is as it comes, and out is made by eval, each with a
     * reference): runs one. feeds: a tensor for each value that it is fed; results: each with a
     * reference of the caller's. */
    sn_status (*run_body)(void *user, const sn_graph *body, const sn_tensor *const *feeds,
                          size_t n_feeds, const sn_tensor **results);
    void *run_user;
    int64_t *trips_left; /* of all loops of this evaluation together */
} sn_eval;
sn_status sn_eval_alloc(sn_eval *e, unsigned slot, sn_type type,
                        const sn_shape *shape) SN_MUST_CHECK;

/* Whether people know it as a layer: not the output node, nor what only says how the layer behind
 * it reads an input. */
bool sn_node_is_layer(const sn_node *n);
/* What is read through the adapters (sn_op.adapts) that v may come from. */
sn_value *sn_before_adapters(sn_value *v);
/* What people know its operator by. */
const char *sn_node_op_name(const sn_node *n);
/* "conv 'conv5': " + message, as SN_E_SHAPE; for infer and eval. */
sn_status sn_node_fail(sn_ctx *ctx, const sn_node *node, sn_status code, const char *fmt, ...)
    SN_PRINTF(4, 5) SN_MUST_CHECK;

/* ---- facts ----------------------------------------------------------------------------------- */

/* Yes, no, or not known from the graph; no and unknown come with the reason, in words for the
 * user. */
typedef enum sn_truth { SN_NO, SN_YES, SN_UNKNOWN } sn_truth;
typedef struct sn_answer {
    sn_truth is;
    const char *why; /* static, or in the arena that was passed */
} sn_answer;
#define SN_ANSWER_YES           ((sn_answer){SN_YES, NULL})
#define SN_ANSWER_NO(text)      ((sn_answer){SN_NO, (text)})
#define SN_ANSWER_UNKNOWN(text) ((sn_answer){SN_UNKNOWN, (text)})

#define SN_AXIS_NONE (-1)

/* output 0 = scale * in[slot] + shift along `axis` of that input, which has the output's shape. */
typedef struct sn_affine {
    uint16_t slot;
    int axis;            /* SN_AXIS_NONE: one factor for all elements (n == 1) */
    int64_t n;           /* factors; the axis has this size, or it is what makes the node valid */
    const double *scale; /* n; NULL: all 1 */
    const double *shift; /* n; NULL: all 0 */
} sn_affine;

/* output 0 can be multiplied and shifted along `axis` by changing weights: multiply each `scaled`
 * input along its axis 0, and `shifted` too, then add to it (a left-out `shifted` is made). */
typedef struct sn_fold_out {
    int axis;
    int64_t n; /* channels */
    uint16_t n_scaled, scaled[2];
    uint16_t shifted;
    sn_shape shifted_shape; /* of one that is made; rank 0: one number a channel */
    /* only factors that are not negative, and no shift: an activation comes behind */
    bool no_shift;
} sn_fold_out;

/* An input may be scale * x + shift, x being fed instead, by changing weights: each element of
 * `weight` is multiplied by the factor of the channel that it meets, and the sum over its row of
 * weight times shift is added to element `row` of `bias` (a left-out one is made). Element (row,
 * column, tap) stands at row * row_step + column * column_step + tap * tap_step and meets channel
 * row / (rows / groups) * columns + column. */
typedef struct sn_fold_in {
    uint16_t weight, bias;
    int64_t rows, row_step, columns, column_step, taps, tap_step, groups;
    sn_shape bias_shape; /* of one that is made */
    const void *params;  /* what the node's params become; NULL: they stay */
} sn_fold_in;

/* A question to a node about maps (sn_affine.slot is not used; neither scale nor shift: the
 * identity). up: each output is to be mapped as given[slot of output] says; made[slot of input]
 * says how the inputs have to be mapped instead. Not up: inputs are mapped as given[slot of input]
 * says; made[slot of output] says what that does to the outputs. */
typedef struct sn_propagate {
    bool up;
    const sn_affine *given;
    sn_affine *made;    /* preset to identities */
    const void *params; /* what the node's params become; NULL: they stay */
} sn_propagate;

typedef struct sn_cost {
    double macs;  /* multiply-accumulates */
    double flops; /* other operations, roughly */
    /* of nodes with bodies: sizes inside are not known, or how often a body that multiplies runs;
     * it costs so much at least */
    bool sizes_open, macs_open;
    double weight_bytes;
} sn_cost;

/* Whether a node that is none in its graph may turn out to be a boundary at the sizes that it
 * meets: what is proved of a network holds where operands fit, so checks of rewrites look there
 * alone. */
typedef enum sn_boundaries {
    SN_BOUNDARIES_PROVED,
    SN_BOUNDARIES_ANY,
    SN_BOUNDARIES_NONE, /* what is not proved to be one is none: operands fit */
} sn_boundaries;

/* Builds what a node means. Nothing is made where the answer is not YES. */
typedef struct sn_resolve {
    sn_infer in; /* as for infer */
    sn_node *node;
    sn_boundaries boundaries;
    sn_status status;  /* of making nodes: once it is none, nothing more is made */
    sn_value **made;   /* of each output of `node`: what it is. To be set */
    sn_node *computes; /* takes the node's layer name; NULL: the one that makes output 0 */
} sn_resolve;
/* Output 0 of a new node in front of r->node, inferred; NULL once r->status is not SN_OK. Inputs
 * may be NULL where they are left out. */
sn_value *sn_resolve_node(sn_resolve *r, const sn_op *op, const void *params, uint16_t n_in,
                          sn_value *const *inputs);
/* The same for a node of several outputs. */
sn_node *sn_resolve_node_many(sn_resolve *r, const sn_op *op, const void *params, uint16_t n_in,
                              sn_value *const *inputs, uint16_t n_out);
/* Resolves a node of a graph, but for what sn_op.resolve calls a boundary, unless any is wanted.
 * *done: it is gone, and what it makes is made by others. */
sn_status sn_node_resolve(sn_node *n, sn_boundaries boundaries, bool *done) SN_MUST_CHECK;

/* What the node is in pieces (sn_op.pieces), built in front of it, inferred: made[] for each of its
 * outputs. YES, or why not; then nothing is left of it. */
sn_status sn_node_pieces(sn_node *n, sn_value **made, sn_answer *answer) SN_MUST_CHECK;

/* Builds gradients, in reverse mode: of a loss, which is one number, by each element of a value, of
 * that value's type and shape. */
typedef struct sn_grad {
    sn_node *node;           /* inferred; all its sizes are numbers */
    sn_node *before;         /* what is made stands in front of it; NULL: at the end */
    sn_arena *arena;         /* scratch */
    sn_status status;        /* of making nodes: once it is none, nothing more is made */
    sn_value *const *of_out; /* by each output; NULL: the loss does not hang on it. One is there */
    const bool *wanted;      /* by which inputs: floats alone */
    sn_value **of_in;        /* to be set where wanted; what stays NULL is 0 */
} sn_grad;
/* YES, with g->of_in set; or why the operator has no gradient here. */
sn_answer sn_node_grad(sn_grad *g);
/* Whether it has one of some params and shapes. */
bool sn_op_has_grad(const sn_op *op);

struct sn_kernel;

/* Operators that belong to one format: they mean what its layers do. They are inferred, evaluated
 * and compiled as all others; no pass knows them. */
typedef struct sn_dialect {
    const char *name; /* of the format; its operators are called NAME.OPERATOR */
    const sn_op *const *ops;
    size_t n_ops;
    const struct sn_kernel *const *kernels;
    size_t n_kernels;
} sn_dialect;
const sn_op *sn_dialect_op(const sn_dialect *d, const char *name); /* NULL: it has none */

struct sn_op {
    const char *name;             /* "conv" */
    const sn_dialect *dialect;    /* NULL: it belongs to no format */
    const char *synopsis;         /* "y = act(sum_k w * x + b)" */
    const sn_slot *slots;         /* ends with name NULL */
    const char *types;            /* of inputs and outputs (ir/types.h); NULL: infer gives them */
    uint16_t n_out;               /* or SN_VARIADIC_OUT */
    const char *const *out_names; /* roles of several outputs, or NULL */
    /* Graphs that a node holds, ends with NULL; NULL: none. What they read of the graph around is
     * an input of the node, after those that are fed by the operator itself. */
    const char *const *bodies;
    /* What is wrong with a node's bodies, whose number is right: how many values they are fed and
     * give, of which types. NULL: nothing. */
    const char *(*bodies_wrong)(const sn_node *node, sn_arena *arena);
    unsigned traits;
    sn_fusion_kind kind;
    sn_fusion_kind (*kind_of)(const sn_node *node); /* where params decide; NULL: `kind` */

    size_t params_bytes;
    const sn_param *params; /* ends with SN_P_END; NULL: none */
    /* Cross-param rules; NULL or what is wrong. */
    const char *(*validate)(const void *params, sn_arena *arena);
    /* Whether two of its nodes of known shapes compute the same of the same elements, whatever
     * those are whose shape alone they read; NULL: where their params are equal. */
    bool (*same)(const sn_node *a, const sn_node *b);

    /* Elementwise operators: the formula over `x` (unary), or the names of the slots, and param
     * names; see ops/expr.h. Then infer and eval are sn_infer_elementwise and sn_eval_elementwise.
     */
    const char *expr;

    /* Elementwise operators of one input: the gradient by x, over x, y (the result), dy (the
     * gradient by y) and param names, where the derivative of `expr` would overflow, or is not what
     * is usual at a kink. NULL: it is differentiated. */
    const char *gradient;
    /* The gradients of all others (ops/grad/grad.h). NULL: there are none. */
    sn_answer (*grad)(sn_grad *g);

    /* NULL: it has one meaning. Else YES, with r->made set; or NO, never, or UNKNOWN, not yet, and
     * why. With all shapes known it is YES, unless there is an eval. May call sn_infer_boundary. */
    sn_answer (*resolve)(sn_resolve *r);
    /* The same in operators that belong to no format, for targets that do better with these; YES
     * with r->made set, or why not. NULL: there are none. */
    sn_answer (*pieces)(sn_resolve *r);
    /* It makes of an input what its reader wants of it: until it resolves, its result may have
     * another shape that says the same. */
    bool adapts;
    sn_status (*infer)(sn_infer *in);
    /* After infer: what is known of the elements of small outputs (ir/contents.h); NULL: nothing.
     */
    void (*contents)(sn_infer *in);
    sn_status (*eval)(sn_eval *e); /* NULL: what it resolves to is, or it cannot be */
    /* With more than one result it is SN_TRAIT_SELECTS: the others say where elements are. */
    bool selects_places;
    bool shaped_as_first; /* output 0 has the shape of input 0, whatever the others' are */
    bool gives_axes;      /* its results are no scalars, whatever is not known of them */
    bool evaluates_rest;  /* eval knows only what never resolves */
    /* Where only the data tells the size of output `slot`: the largest shape that it can have, for
     * compiled code. False: it is not known. NULL: there is none. */
    bool (*at_most)(const sn_node *node, unsigned slot, sn_shape *out);
    const sn_op *in_room; /* the same with that room, and a count (ops/in_room.h); NULL: there is
                             none, and rows of results beyond what there is are -1 throughout */

    sn_answer (*affine)(const sn_node *node, sn_arena *arena, sn_affine *out);
    sn_answer (*fold_out)(const sn_node *node, sn_arena *arena, sn_fold_out *out);
    /* Whether the map of input `slot` can go into weights. Without a shift, out->bias says nothing.
     */
    sn_answer (*fold_in)(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                         sn_fold_in *out);
    /* Whether maps move across the node, and what becomes of them. NULL: a VIEW is asked for its
     * shapes (ops/affine_maps.h), and nothing else lets a map through. */
    sn_answer (*propagate)(const sn_node *node, sn_arena *arena, sn_propagate *c);
    sn_answer (*as_act)(const sn_node *node,
                        sn_act *out); /* this node is that activation of input 0 */
    sn_answer (*identity)(const sn_node *node, sn_arena *arena,
                          uint16_t *slot); /* output 0 is in[slot] */
    bool has_act;                          /* there is an activation slot ... */
    size_t act_offset;                     /* ... here in the params (an sn_act) */
    bool (*reads_shape_only)(const sn_node *node, unsigned slot); /* NULL: never */
    /* Inputs of other sizes than its weights or its other inputs say make it a boundary: it is
     * looked for before sizes are learnt from these. */
    bool loose;
    bool several;  /* what it resolves to are nodes like any other, not the parts of one layer */
    bool rounds;   /* see sn_op_rounds */
    bool counts;   /* whatever their type, its inputs are sizes or places: range, one_hot */
    bool wide;     /* eval gives f64 where f64 or halves are asked for, else f32 where halves are */
    bool foresees; /* loose, and calls sn_infer_may_bound wherever it may become one */
    bool (*wants_integers)(const sn_node *node, unsigned slot,
                           int64_t *limit);         /* input holds ids in [0, limit) */
    void (*cost)(const sn_infer *in, sn_cost *out); /* out shapes are filled; NULL: elementwise */
    void (*param_summary)(const sn_node *node,
                          sn_str *out); /* params for people; NULL: what is not default */
};

/* Whether the evaluation gives halves where they are asked for; else it gives f32. */
static inline bool sn_op_rounds(const sn_op *op) { return op->expr || op->rounds; }
static inline bool sn_op_evaluates(const sn_op *op) { return op->eval || op->resolve; }
static inline sn_fusion_kind sn_node_kind(const sn_node *n)
{
    return n->op->kind_of ? n->op->kind_of(n) : n->op->kind;
}
const char *sn_fusion_kind_name(sn_fusion_kind kind); /* "elementwise" */
static inline bool sn_op_has(const sn_op *op, unsigned trait) { return (op->traits & trait) != 0; }
static inline bool sn_node_selects(const sn_node *n)
{
    return sn_op_has(n->op, SN_TRAIT_SELECTS) || (n->op->selects_places && n->n_out > 1);
}
static inline sn_act *sn_node_act(const sn_node *n)
{
    return n->op->has_act ? (sn_act *)((char *)n->params + n->op->act_offset) : NULL;
}
int sn_op_n_slots(const sn_op *op);
int sn_op_n_bodies(const sn_op *op);
/* "choose.then": how people call the place of a body's nodes; "" in a network. */
const char *sn_graph_place(sn_arena *arena, const sn_graph *g);
/* Fewest and most inputs (most: INT32_MAX when variadic). */
int sn_op_min_inputs(const sn_op *op);
int sn_op_max_inputs(const sn_op *op);
const sn_slot *sn_op_slot(const sn_op *op,
                          unsigned slot); /* a variadic slot serves all later ones */

/* ---- working a node out (ir/infer.c) --------------------------------------------------------- */

/* resolve + infer for every node in order, to a fixpoint over bindings. Unresolved params become
 * exact; values get type and shape. Inputs keep their declared shapes; what infer cannot tell of a
 * value stays as it was. SN_E_SHAPE names the node where shapes contradict each other, or a value's
 * known type or shape. */
sn_status sn_infer_graph(sn_graph *g) SN_MUST_CHECK;
/* The same where only edits of graph.h were made since it was called: of nodes that are new or read
 * something else, and of those that hang on a value of which they know more. */
sn_status sn_infer_changes(sn_graph *g) SN_MUST_CHECK;
/* SN_E_INTERNAL where inferring all anew tells something else; for builds that check themselves. */
sn_status sn_infer_check(sn_graph *g) SN_MUST_CHECK;
/* Drops type and shape of every result but those of input nodes: before inferring anew for other
 * input shapes. */
void sn_infer_forget(sn_graph *g);
/* The same for one new node and its outputs (bindings wait for the next sn_infer_graph). */
sn_status sn_infer_node(sn_node *n) SN_MUST_CHECK;
/* For sn_op.infer: all of a body, once the values that it is fed have type and shape. Sizes
 * are not bound there: a body may never run. */
sn_status sn_infer_body(sn_graph *body) SN_MUST_CHECK;
/* Whether a node may be evaluated at sizes at which it is a boundary because of `why` (NULL: it is
 * none). SN_E_SHAPE: it was not to be one; SN_E_UNSUPPORTED: nothing says what it computes. */
sn_status sn_boundary_check(sn_ctx *ctx, const sn_node *n, const char *why, bool no_rule,
                            sn_boundaries boundaries) SN_MUST_CHECK;
/* Run-time form: shapes, types and data as given, all known; fills resolved params (in arena), out
 * shapes and types. An out shape that is not sn_shape_known is for eval to find. `in` has n->n_in
 * entries, NULL where left out. */
sn_status sn_infer_run(sn_ctx *ctx, sn_arena *arena, sn_dims *dims, const sn_node *n,
                       sn_boundaries boundaries, const sn_tensor *const *in, const void **params,
                       sn_shape *out_shape, sn_type *out_type) SN_MUST_CHECK;

#endif
