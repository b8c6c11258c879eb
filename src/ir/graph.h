/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph: values in SSA form, nodes in a topological list, uses as intrusive lists so that every
 * edit is O(1). docs/ir.md says why it is as it is.
 *
 * - `input` (n outputs) and `constant` are nodes. The last node, `output`, reads every result and
 * holds the outside name of each slot, so "read once" is n_uses == 1 for results too.
 * - Weights are inputs of nodes whose value has def == NULL and kind CONST. Ask the value whether
 * it is constant, never assume it of the slot.
 * - Nodes are not changed in their meaning once others see them: a rewrite makes new nodes beside
 * the old ones and replaces values (sn_value_replace). Dead nodes are unlinked; ids are never used
 * twice. */
#ifndef SN_IR_GRAPH_H
#define SN_IR_GRAPH_H

#include "base/vec.h"
#include "ir/param.h"
#include "ir/tensor.h"

typedef struct sn_graph sn_graph;
typedef struct sn_node sn_node;
typedef struct sn_value sn_value;
typedef struct sn_use sn_use;
typedef struct sn_op sn_op;             /* ir/op.h */
typedef struct sn_contents sn_contents; /* ir/contents.h */

typedef enum sn_kind {
    SN_RESULT, /* of a node */
    SN_CONST,  /* data, may be folded */
    SN_PARAM,  /* data is its first content only (trainable, running statistics, cache) */
} sn_kind;

struct sn_value {
    uint32_t id;
    sn_kind kind;
    sn_type type;
    sn_shape shape;
    const sn_contents *contents; /* of a RESULT, as far as inference knows its elements; or NULL */
    const sn_tensor *data;       /* CONST and PARAM */
    const char *name;            /* NULL or interned; a name says what the value is */
    sn_node *def;                /* NULL: a node's own weight */
    uint16_t def_slot;
    uint32_t n_uses; /* a node that reads it twice counts twice */
    sn_use *uses;
};

struct sn_use {
    sn_value *value; /* NULL: an optional input left out */
    sn_node *node;
    uint16_t slot;
    sn_use *prev, *next; /* other uses of the value */
};

/* As read; carries no meaning. It, its texts and `extra` live in sn_graph_origins, which clones
 * share. */
typedef struct sn_origin {
    const void *format; /* identity of the format that made it */
    const char *type;   /* "Convolution" */
    sn_text raw;        /* the text it was read from */
    const void *extra;  /* the format's own */
} sn_origin;

struct sn_node {
    uint32_t id;
    const sn_op *op;
    void *params;      /* op->params_bytes, or NULL */
    const char *name;  /* layer name, or NULL */
    uint32_t features; /* bits of its format: what a runtime must not do here */
    uint16_t n_in, n_out;
    sn_use *in;      /* n_in: a slot is a role; a variadic role comes last */
    sn_value **out;  /* n_out; never NULL */
    sn_graph **body; /* of `if`, `loop`, `scan`: sn_op.bodies */
    uint16_t n_body;
    /* type and shape of an input changed, or which input it is, since it was inferred */
    bool stale;
    /* NULL, or why what it computes is its runtime's affair (sn_infer_boundary): it stays as it is
     */
    const char *boundary;
    bool may_bound; /* at other sizes it may be one (sn_infer_may_bound) */
    bool no_rule;   /* sn_infer_no_rule: a boundary that is not evaluated */
    bool is_shown;  /* its result is a constant, or a view of one, as sn_const_of finds it */
    bool implied;   /* says how the layer of its name reads an input: a layer of no file */
    const sn_origin *origin;
    sn_node *prev, *next;
    sn_graph *graph; /* NULL once the node was removed */
};

typedef struct sn_op_count {
    const sn_op *op;
    uint32_t n;
} sn_op_count;

struct sn_graph {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_arena *scratch; /* for work that leaves nothing behind: saved and restored around it */
    sn_node *first, *last;
    uint32_t n_nodes;
    SN_VEC(sn_op_count) ops;    /* how many nodes of each operator there are; some may be 0 */
    uint32_t n_integer_readers; /* nodes whose operator may want integers: mostly there is none, and
                                   nobody need look for it */
    uint32_t n_ids; /* node and value ids are below this: side tables have so many rows */
    /* A body is a graph of its own, with ids that no other graph of its root has. */
    sn_graph *root; /* the network that it is a body in, at some depth; itself where it is none */
    sn_node *owner; /* whose body it is; NULL: nobody's */
    int depth;      /* of bodies; 0: a network */
    sn_dims *dims;
    const sn_origin *origin;
    struct sn_held *held;            /* the values that hold a tensor, released with the graph */
    struct sn_origin_store *origins; /* counted; interned names, too */
    const char *name;                /* for messages: a file name, or NULL */
    bool has_boundaries;             /* some node is one, or was */
    bool inputs_have_axes; /* one at least, of unknown rank, too: the format has no scalars */
};

sn_graph *sn_graph_create(sn_ctx *ctx);
void sn_graph_destroy(sn_graph *g); /* NULL is allowed */
/* One more body of n, empty: it shares context, sizes, names and ids with n's graph, and goes with
 * n. SN_MAX_BODY_DEPTH is for who makes it to keep. */
sn_graph *sn_node_add_body(sn_node *n);
enum { SN_MAX_BODY_DEPTH = 8 };
/* A copy of the body of another node, with ids of its own, as one more of n's. */
sn_graph *sn_node_copy_body(sn_node *n, const sn_graph *body);
/* Copies of the nodes of `from` that its results hang on, in front of `before`: as[i] stands for
 * the i-th value that its inputs feed (sn_graph_inputs' order), results[i] becomes result i. Their
 * types are those of the originals, shapes are to be inferred. */
void sn_graph_copy_nodes(const sn_graph *from, sn_graph *to, sn_node *before, sn_value *const *as,
                         sn_value **results);
/* Copies in front of n, of ids from `mark` on: layers are called after n and `place` (NULL: n
 * alone), names of values stay inside, since outside they may say something else. */
void sn_node_name_copies(const sn_node *n, uint32_t mark, const char *place);
/* The n-th value that is fed; NULL: there are not so many. */
sn_value *sn_graph_fed(const sn_graph *g, size_t n);
size_t sn_graph_n_fed(const sn_graph *g);
/* Whether both are the same computation: nodes in one order, operators, params, features, bytes of
 * constants. */
bool sn_graph_same(const sn_graph *a, const sn_graph *b);
bool sn_node_same_bodies(const sn_node *a, const sn_node *b); /* as many, each the same */
/* A copy for trying things: it stands beside the body, with its ids and owner, and is nobody's. */
sn_graph *sn_graph_clone_body(const sn_graph *body);
/* Same structure, ids, names and params; tensors and origins are shared. `ctx` must be the same. */
sn_graph *sn_graph_clone(const sn_graph *g);
const char *sn_graph_intern(sn_graph *g, const char *name); /* NULL stays NULL */
/* Whether a value of g, or of a graph that shares its origins, has this name or had it: such a name
 * says what its value was, and nothing else may be called so. */
bool sn_graph_has_named(const sn_graph *g, const char *name);
/* Both names say the same: what had one of them is proved to be what had the other. */
void sn_graph_unite_names(sn_graph *g, const char *a, const char *b);
bool sn_graph_same_names(const sn_graph *g, const char *a, const char *b);
/* Memory for origins: lives until the graph and all its clones are gone. */
sn_arena *sn_graph_origins(sn_graph *g);
/* Bytes that origins are windows into: retained as long. */
void sn_graph_keep_bytes(sn_graph *g, sn_buf *buf);

/* The body may remove any nodes; those that are gone by then are not visited. */
#define SN_EACH_NODE(n, g)                                                                         \
    for (sn_node *n = (g)->first, *n##_next; n && (n##_next = n->next, 1); n = n##_next)           \
        if (!n->graph) {                                                                           \
        } else
#define SN_EACH_USE(u, val)                                                                        \
    for (sn_use *u = (val)->uses, *u##_next; u && (u##_next = u->next, 1); u = u##_next)

/* The `output` / first `input` node; NULL while there is none. */
sn_node *sn_graph_output(const sn_graph *g);
sn_node *sn_graph_input(const sn_graph *g);

/* The graph's results. The output node is made by the first call and stays last. `name` is the
 * outside name; it is kept beside the node, not in its params. NULL: the value's name, if it has
 * one. A body's results are known by their order alone. */
void sn_graph_add_output(sn_graph *g, const sn_op *output_op, sn_value *v, const char *name);
/* NULL for a result without a name (an unnamed value added without one), and beyond n_in. */
const char *sn_output_name(const sn_node *output, unsigned slot);
void sn_output_set_name(sn_node *output, unsigned slot, const char *name);
/* The value that the first result of this outside name is; NULL: there is none. */
sn_value *sn_graph_output_named(const sn_graph *g, const char *name);
/* How many results of nodes have this name, and the first of them (NULL where there is none). */
size_t sn_graph_values_named(const sn_graph *g, const char *name, sn_value **first);

/* ---- making ---------------------------------------------------------------------------------- */

/* A node before `before` (NULL: at the end, but before the output node) with copied params (NULL:
 * the operator's defaults), `n_in` inputs and `n_out` fresh outputs of unknown type and shape.
 * inputs[i] may be NULL where the operator allows it. */
sn_node *sn_node_create(sn_graph *g, sn_node *before, const sn_op *op, const void *params,
                        uint16_t n_in, sn_value *const *inputs, uint16_t n_out);
/* A constant without a defining node; retains data. Undefined data is allowed. */
sn_value *sn_value_const(sn_graph *g, const sn_tensor *data, const char *name);
/* One of a single element and without axes. */
sn_value *sn_value_scalar(sn_graph *g, sn_type type, double v);

/* ---- reading --------------------------------------------------------------------------------- */

static inline sn_value *sn_in(const sn_node *n, unsigned slot)
{
    return slot < n->n_in ? n->in[slot].value : NULL;
}
/* Whether the node looks at the shape of that input alone. */
bool sn_node_reads_shape_only(const sn_node *n, unsigned slot);
static inline sn_value *sn_out(const sn_node *n, unsigned slot) { return n->out[slot]; }
/* Data of an input that is CONST, defined and not a bit coding; NULL else. The output of a
 * `constant` node counts, and so does a view of one, in its own shape. */
const sn_tensor *sn_const_of(const sn_value *v);
bool sn_value_is_const(const sn_value *v);
bool sn_node_is_read(const sn_node *n); /* some output of it */
/* The node that alone reads v (once), or NULL. */
sn_node *sn_sole_user(const sn_value *v);
bool sn_value_is_result(const sn_value *v);              /* read by the graph's output node */
bool sn_node_before(const sn_node *a, const sn_node *b); /* list order; O(distance) */

/* ---- editing --------------------------------------------------------------------------------- */

void sn_node_set_input(sn_node *n, uint16_t slot, sn_value *v);
void sn_node_append_input(sn_node *n, sn_value *v);
void sn_node_remove_input(sn_node *n, uint16_t slot); /* later slots move down */
void sn_node_move_before(sn_node *n, sn_node *before);
/* Unlinks a node none of whose outputs is read. Weights that nobody else reads lose their data at
 * once. */
void sn_node_remove(sn_node *n);
/* Releases the data of constants that nobody reads (left behind by sn_node_set_input). Between
 * passes only: a constant that was made and not yet read loses its data too. */
void sn_graph_sweep(sn_graph *g);
/* Every use of `old` reads `value` instead. Demands type and shape proved equal or, where that
 * is not known, `proved` (the caller's own proof); SN_E_INTERNAL else, and where value's own node
 * reads `old`. Names are the caller's business. */
sn_status sn_value_replace(sn_value *old, sn_value *value, bool proved) SN_MUST_CHECK;
void sn_value_set_name(sn_graph *g, sn_value *v, const char *name);
void sn_node_set_name(sn_graph *g, sn_node *n, const char *name);
void sn_value_set_shape(sn_value *v,
                        const sn_shape *shape); /* who makes or reads it is inferred anew */
/* Adds what is known of its elements; who reads it is inferred anew. */
void sn_value_add_contents(sn_value *v, const sn_contents *contents);
void sn_value_set_data(sn_value *v, const sn_tensor *data); /* retains; type and shape follow */

/* ---- checking -------------------------------------------------------------------------------- */

/* Every invariant above, arity and param ranges against the operator, order, use-lists, output node
 * last, names of results unique. SN_E_INTERNAL with what is wrong. */
sn_status sn_graph_verify(const sn_graph *g) SN_MUST_CHECK;

#endif
