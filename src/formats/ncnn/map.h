/* SPDX-License-Identifier: Apache-2.0
 *
 * How ncnn's layers and sinter's operators correspond. A row of map.def ties a layer type to an
 * operator: params by name, sizes that weights imply, weights to slots by role. Generic code does
 * the rest; families whose params are shaped differently have a pair of hooks. Reading tries the
 * rows of the layer's type in order; what no row reads is an `opaque` node that keeps its weights.
 */
#ifndef SN_FORMATS_NCNN_MAP_H
#define SN_FORMATS_NCNN_MAP_H

#include "formats/ncnn/record.h"
#include "ir/spelling.h"
#include "ops/ops.h"

typedef enum sn_ncnn_tie_kind {
    SN_TIE_END,
    SN_TIE_RENAME,  /* ncnn's param `ncnn` is the operator's param `op` (equal names need no tie) */
    SN_TIE_SIZE,    /* ... is the number of elements of slot `op`; 0 when it is left out */
    SN_TIE_HAS,     /* ... is whether slot `op` is there */
    SN_TIE_DIM,     /* ... is the size of slot `op` along axis `value` */
    SN_TIE_GUARD,   /* ... is 1 where the operator's param `op` is not its default */
    SN_TIE_WHEN,    /* the row is for layers whose `ncnn` is `value` */
    SN_TIE_SET,     /* the operator's param `op` is always `value` here */
    SN_TIE_HOOK,    /* ... is the hooks' business */
    SN_TIE_SAYS,    /* the operator's param `op` is said by others of the layer */
    SN_TIE_DYNAMIC, /* where nothing is loaded, weights are inputs */
} sn_ncnn_tie_kind;

typedef struct sn_ncnn_tie {
    sn_ncnn_tie_kind kind;
    const char *ncnn, *op;
    int32_t value;
} sn_ncnn_tie;

typedef struct sn_ncnn_import sn_ncnn_import;
typedef struct sn_ncnn_export sn_ncnn_export;
typedef struct sn_ncnn_hooks {
    /* After the generic part. May set im->declined: then the next row has a try. */
    sn_status (*import)(sn_ncnn_import *im);
    /* After the generic part. May set ex->declined, with why. */
    void (*export)(sn_ncnn_export *ex);
    /* Nodes behind the operator that one line may say, too; where there are some, the export says
     * by ex->n_said how many of them it has spelled. */
    int max_behind;
    /* Nodes that were layers of their own become part of the line, too: it costs nothing there. */
    bool joins;
    /* What can be said hangs on shapes: the writer is asked about every node that a rewrite makes.
     */
    bool by_shapes;
} sn_ncnn_hooks;

typedef struct sn_ncnn_row {
    const char *type, *op;
    const sn_ncnn_tie *ties;
    const sn_ncnn_hooks *hooks; /* or NULL */
    bool swapped;               /* two operands, the other way round */
    /* No layer is read as this operator: one of ncnn's own resolves to it. */
    bool only_written;
} sn_ncnn_row;

const sn_ncnn_row *sn_ncnn_rows(size_t *n);

enum {
    SN_NCNN_MAX_OP_PARAMS = 32
}; /* of an operator in map.def; tests/formats/test_ncnn_layers.c sees to it */

/* What the names in a row mean. */
typedef struct sn_ncnn_bound {
    const sn_ncnn_layer *layer;
    const sn_op *op;
    const sn_ncnn_row *next_of_type, *next_of_op;     /* in the order of map.def; NULL: none */
    const sn_ncnn_param *tied[SN_NCNN_MAX_OP_PARAMS]; /* by the operator's params: sn_ncnn_tied */
} sn_ncnn_bound;
const sn_ncnn_bound *sn_ncnn_bound_of(const sn_ncnn_row *row);
/* Of those that are read. */
const sn_ncnn_row *sn_ncnn_first_of_type(const sn_ncnn_layer *layer); /* NULL: none */
const sn_ncnn_row *sn_ncnn_first_of_op(const sn_op *op);

/* ---- reading --------------------------------------------------------------------------------- */

typedef enum sn_ncnn_from {
    SN_FROM_NOTHING,
    SN_FROM_BOTTOM,
    SN_FROM_WEIGHT, /* load `index` */
    SN_FROM_SCALAR, /* a number in the params */
    SN_FROM_VOID,   /* one element that nobody ever sets */
} sn_ncnn_from;

/* An operator of ncnn's own between a bottom and the slot: what the layer makes of that input by
 * looking at shapes. It reads the bottom, then others. */
typedef struct sn_ncnn_adapter {
    const sn_op *op;
    const void *params;
    int n_others;
    int others[1]; /* bottoms whose shapes it reads */
} sn_ncnn_adapter;

typedef struct sn_ncnn_slot {
    sn_ncnn_from from;
    int index;
    float scalar;
    const sn_ncnn_adapter *through; /* of a bottom; NULL: the bottom itself */
} sn_ncnn_slot;

struct sn_ncnn_import {
    sn_ctx *ctx;
    sn_arena *arena;
    const char *file; /* for messages: sn_ncnn_import_where */
    const sn_ncnn_record *record;
    const sn_ncnn_row *row; /* NULL: opaque */
    sn_ncnn_values v;       /* of a known type */
    sn_ncnn_loads loads;
    const sn_op *op;
    void *params;
    int n_slots; /* inputs of the node */
    sn_ncnn_slot *slots;
    const char *declined;
    const char *out_of_range; /* a value that ncnn runs; NULL: none */
};

/* Fills *im from a record (whose loads, for types that ncnn does not have, are `custom`).
 * Refuses what ncnn refuses to load. */
sn_status sn_ncnn_import_record(sn_ctx *ctx, sn_arena *arena, const char *file,
                                const sn_ncnn_record *record, const sn_ncnn_loads *custom,
                                sn_ncnn_import *im) SN_MUST_CHECK;

/* What the layer reads, by its bottoms and loads, as inputs of the nodes that it becomes. */
typedef struct sn_ncnn_reads {
    sn_value *const *bottoms, *const *weights;
    const sn_origin *origin;
} sn_ncnn_reads;
/* Makes the nodes at the end of the graph, all with the layer's name, features and origin; returns
 * the one that has the layer's results. */
sn_node *sn_ncnn_build(sn_graph *g, const sn_ncnn_import *im, const sn_ncnn_reads *reads);
/* Operands that are not proved to fit: are not taken to; are where weights or another operand say
 * what they have to be; are. */
typedef enum sn_ncnn_fit { SN_NCNN_IN_DOUBT, SN_NCNN_BOUND, SN_NCNN_FITS } sn_ncnn_fit;
/* The layer as a graph of its own, resolved where its bottoms have these types and shapes (NULL:
 * unknown).
 * Sizes are those of `dims`, ids from `first_id` on. SN_E_SHAPE where the shapes do not fit. */
sn_status sn_ncnn_expand(const sn_ncnn_import *im, sn_dims *dims, uint32_t first_id,
                         const sn_type *types, const sn_shape *const *shapes, sn_ncnn_fit fit,
                         sn_graph **out) SN_MUST_CHECK;

/* Notes in the record which node it became. */
void sn_ncnn_remember(sn_arena *arena, const sn_ncnn_import *im, const sn_node *n,
                      sn_ncnn_record *r);
/* "face.param:17: Convolution 'conv1'" */
const char *sn_ncnn_import_where(const sn_ncnn_import *im);
/* Warnings about numbers that ncnn reads otherwise than they look. */
void sn_ncnn_warn_of_spelling(const sn_ncnn_import *im);

/* ---- writing --------------------------------------------------------------------------------- */

/* One input as the export sees it. */
typedef struct sn_ncnn_input {
    bool present;
    bool own;       /* a constant without a node: can be a weight */
    bool is_scalar; /* ... of rank 0 */
    float scalar;
    sn_shape shape;
    const sn_tensor *data; /* NULL: not a constant, or not at hand */
    const void *identity;  /* equal for slots that read one value */
    bool turned;           /* the line has to say that it is transposed (sn_ncnn_turns) */
} sn_ncnn_input;

struct sn_ncnn_export {
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_ncnn_row *row;
    const sn_op *op;
    const void *params;
    const sn_ncnn_record *origin; /* what it was read from, when of the row's type; or NULL */
    bool asking; /* only whether it can be spelled: shapes and contents of inputs are not known */
    int n_in, n_out;
    int n_others;
    const sn_ncnn_input *in; /* n_in, then n_others: inputs of the nodes behind */
    int n_behind;
    const sn_node *const *behind; /* from the first reader on */
    const sn_shape *out_shape;    /* of result 0; NULL: not at hand */
    /* results */
    int n_said;
    sn_ncnn_value set[SN_NCNN_N_PARAMS];
    sn_ncnn_values v;
    sn_ncnn_loads loads;
    int *weight; /* slot of each load */
    /* By the hook: the slot of the one load, which has no role of its own here; -1: by roles. */
    int load_slot;
    int n_bottoms;
    int *bottoms;                /* slots, in order */
    bool *absorbed;              /* slot is spelled by params */
    bool bottoms_are_set;        /* by the hook */
    bool weights_may_be_bottoms; /* the layer has a form in which weights are inputs */
    const char *declined;
};

/* Spells the operator as this row says, or sets ex->declined. All inputs are set by the caller. */
void sn_ncnn_export_row(sn_ncnn_export *ex);
#define SN_DECLINE(x, ...)                                                                         \
    ((x)->declined = (x)->declined ? (x)->declined : sn_arena_printf((x)->arena, __VA_ARGS__))

/* The param of the layer that an operator param is tied to by name; NULL: none. */
const sn_ncnn_param *sn_ncnn_tied(const sn_ncnn_row *row, const sn_ncnn_layer *layer,
                                  const char *op_param);

/* ---- for hooks ------------------------------------------------------------------------------- */

/* sn_spelling.implies_view. */
sn_answer sn_ncnn_implies_view(const sn_spelling *target, const sn_node *reader, uint16_t slot);
/* sn_spelling.joins. */
bool sn_ncnn_joins(const sn_spelling *target, const sn_node *n, uint16_t *slot);
/* sn_spelling.is_dated. */
bool sn_ncnn_is_dated(const sn_spelling *target, const sn_node *n);
/* sn_spelling.lacks. */
bool sn_ncnn_lacks(const sn_spelling *target, const sn_node *n);
/* sn_spelling.joining_pays. */
sn_answer sn_ncnn_joining_pays(const sn_spelling *target, const sn_siblings *s);
/* Fields of the operator's params by name; NULL where it has none. */
void *sn_ncnn_field(const sn_op *op, const void *params, const char *name);
int sn_ncnn_slot_of(const sn_op *op, const char *role);         /* -1: none */
int32_t sn_ncnn_get(const sn_ncnn_values *v, const char *name); /* by ncnn's name; 0 where absent */
bool sn_ncnn_has_param(const sn_ncnn_layer *layer, const char *name);
void sn_ncnn_put(sn_ncnn_export *ex, const char *name, sn_ncnn_value value);
void sn_ncnn_put_int(sn_ncnn_export *ex, const char *name, int64_t value);
/* A neutral size as a term of ncnn's expressions; NULL: it has no word for it. */
const char *sn_ncnn_term(const sn_ncnn_export *ex, const char *entry);
const sn_ncnn_layer *sn_ncnn_export_layer(const sn_ncnn_export *ex);
const sn_ncnn_input *sn_ncnn_input_at(const sn_ncnn_export *ex,
                                      const char *role); /* NULL: not there */
/* Activation to and from activation_type, activation_params (and whatever else they are called). */
sn_status sn_ncnn_import_act(sn_ncnn_import *im);
void sn_ncnn_export_act(sn_ncnn_export *ex);
/* A bound as ncnn has it: the largest number stands for none. */
float sn_ncnn_limit(float v);

/* clang-format off */
#define SN_NCNN_HOOKS_MAP(X) \
    X(conv) X(deconv) X(qconv) X(linear) X(qlinear) X(pool) X(pooling) X(global_pool) \
    X(adaptive_pool) X(adaptive) X(unfold) X(binary) X(reshape) X(permute) X(slice) X(gemm) \
    X(matmul) X(mha) X(sdpa) X(lstm) X(recurrent) X(constant) X(input) X(scale) X(variances) \
    X(einsum) X(einsum_anew) X(requantize) X(embed) X(scale_by) X(bias) X(eltwise) X(rotary) \
    X(copy) X(noop) \
    X(group_norm) X(instance_norm) X(clip) X(relu) X(numbers) X(dropout) X(gelu) X(hard) \
    X(reduction) X(reduce) X(softmax) X(squeeze) X(flatten) X(tile) X(crop) X(batch_norm) \
    X(layer_norm) X(pad) X(channel_shuffle) X(pixels) X(blocks) X(slice_scatter) X(interp) \
    X(prelu) X(normalize) X(grid_sample) X(roi_align) X(lrn) X(deform_conv)
/* clang-format on */
#define X(name) extern const sn_ncnn_hooks sn_ncnn_hooks_##name;
SN_NCNN_HOOKS_MAP(X)
#undef X

#endif
