/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of each value and node on the way from groups to steps. */
#ifndef SN_PLAN_PLANNER_H
#define SN_PLAN_PLANNER_H

#include "base/map.h"
#include "base/vec.h"
#include "plan/formula.h"
#include "plan/program.h"

/* A channel of a value that has memory. */
typedef struct value_channel {
    const sn_value *value;
    int64_t channel;
} value_channel;

typedef struct value_plan {
    sn_layout_kind primary_layout; /* how it is stored first */
    sn_interval pad;               /* BLOCKED: what the lanes beyond the channels may hold */
    sn_place *place[2];            /* by layout kind; NULL: not (yet) stored that way */
    sn_place *as_f32;              /* of another type, PLAIN: its elements as f32; NULL: not yet */
    const sn_value *same; /* a view: the same memory as that value, from `alias_offset` on; NULL:
                             memory of its own */
    int64_t alias_channel, alias_offset; /* which begins at that channel of it (BLOCKED), or so many
                                          elements on (PLAIN) */
    /* Channels of others that it is put together from, without memory of its own; NULL: it has
     * memory. */
    const value_channel *channels;
    bool joins; /* `same` is one of each image, and this is all of them: PLAIN, but where a kernel
                   reads them in the layout that they have */
    const sn_value *concat_of; /* a part of that value, which is a concat; NULL: no */
    int64_t concat_channel, concat_offset;
    bool ready; /* some step has been planned that computes it (or it needs none) */
} value_plan;

typedef struct node_plan {
    const sn_kernel *kernel; /* NULL: elementwise, a view, a concat of parts, or none can do it */
    sn_offer wants;
    sn_formula *formula; /* elementwise, of f32 alone */
    sn_formula *typed;   /* elementwise, of any types, f32 among them */
    const char *no_step; /* why it is none; NULL: it is one, or part of one */
    bool picks_channels; /* it only moves channels, from or to values without memory of their own */
    double calls;        /* in its formula, with those of the chain that it is put into */
} node_plan;

typedef struct planner {
    sn_ctx *ctx;
    sn_arena *arena;
    const sn_graph *g;
    const sn_plan_options *options;
    sn_kernel_ctx k;
    sn_program *p;
    value_plan *value;    /* by id */
    const bool *of_image; /* by id of a value (ops/images.h) */
    bool splits;          /* some are, and others are for all images */
    int64_t images;       /* of a run */
    node_plan *node;      /* by id */
    SN_VEC(sn_step *) steps;
    SN_VEC(sn_storage *) storages;
    SN_VEC(const char *) remarks;
    int32_t group;    /* that is being lowered: sn_step.group */
    int *thread;      /* of each step: sn_phase.thread */
    int32_t *section; /* of each step: the first one of those within which each thread goes on at
                         its own pace; its own where all share it */
} planner;

/* What the lanes beyond the channels may hold where nothing is known but that it is finite. */
#define SN_PAD_ANY ((sn_interval){-1e20, 1e20, false})

/* For remarks. */
static inline const char *sn_plan_name(const planner *p, const sn_node *n)
{
    return n->name ? sn_escape(p->arena, n->name) : "?";
}

static inline value_plan *plan_of(planner *p, const sn_value *v) { return &p->value[v->id]; }

/* ---- layouts.c ------------------------------------------------------------------------------- */
/* Kernels, formulas, layouts at primary_layout, views, and which values are parts of a concat. */
sn_status sn_plan_layouts(planner *p) SN_MUST_CHECK;
/* A value of this shape in that layout. */
sn_layout sn_plan_layout(const planner *p, const sn_shape *s, sn_layout_kind kind);
int64_t sn_plan_floats(const planner *p, const sn_layout *l); /* or elements, that it takes */
/* Whether the outputs of a split are parts of its input as that is stored. */
bool sn_plan_splits_in_place(const sn_node *split, sn_layout_kind kind, int lanes);
/* The range of `formula` in lanes beyond the channels, inputs being in pad[i]; false where it may
 * not be finite. */
bool sn_plan_pad(const sn_expr *formula, const sn_interval *pad, sn_interval *out);

/* None of its results has elements: no kernel has to take it. */
bool sn_plan_gives_nothing(const sn_node *n);
/* That no kernel can compute the node, and why as far as it is known. */
sn_status sn_plan_no_kernel(planner *p, const sn_node *n) SN_MUST_CHECK;
/* Why a node with bodies stays one; NULL: it does not. */
const char *sn_plan_body_refused(const sn_node *n);
/* The move that alone reads what the move n makes, so that both are one step; NULL: there is none.
 */
const sn_node *sn_plan_next_move(const planner *p, const sn_node *n);
/* The bias that is added as the node's result is stored; NULL: none. */
const sn_value *sn_plan_bias(const sn_node *n);

/* Whether a rule of full mode is applied. */
static inline bool sn_plan_applies(const planner *p, sn_fusion_rule rule)
{
    return p->options->fusion == SN_FUSION_FULL && !(p->options->without >> rule & 1);
}

/* ---- channels.c ------------------------------------------------------------------------------ */
/* Which values need no memory, since all readers can read the channels where they were made. */
void sn_plan_channels(planner *p);
/* The outputs of a node that picks channels, as far as they need memory: one step. */
sn_status sn_plan_pick_channels(planner *p, const sn_node *n) SN_MUST_CHECK;
/* The value without memory as operand 0 of the step: where its channels stand. */
sn_status sn_plan_read_channels(planner *p, sn_step *s, const sn_value *v) SN_MUST_CHECK;

/* ---- places.c -------------------------------------------------------------------------------- */
/* Where a value is (or will be) stored at primary_layout. */
sn_place *sn_plan_primary_place(planner *p, const sn_value *v);
/* How many of something there are, of which each image has one, or which is for all. */
int64_t sn_plan_images_of(const planner *p, bool of_image);
/* Where it can be read in that layout; a step that changes the layout is made where there is none
 * yet. */
sn_status sn_plan_read(planner *p, const sn_value *v, sn_layout_kind kind,
                       const sn_place **out) SN_MUST_CHECK;
/* The same for readers that take f32 alone: of another type, a step that changes it is made. */
sn_status sn_plan_read_f32(planner *p, const sn_value *v, sn_layout_kind kind,
                           const sn_place **out) SN_MUST_CHECK;
/* New memory for a tensor of this shape, of the value's type; v NULL: of f32, for all images. */
sn_place *sn_plan_place(planner *p, const sn_value *v, const sn_shape *s, sn_layout_kind kind);
/* The same of f32 and the program's own, for something of y's shape that becomes y. */
sn_place *sn_plan_own_place(planner *p, const sn_place *y, sn_layout_kind kind);
/* The same, PLAIN, of that type. */
sn_place *sn_plan_typed_place(planner *p, const sn_value *v, const sn_shape *s, sn_type type);
/* The same of a value that a kernel makes as f32 before it becomes what it is. */
sn_place *sn_plan_wide_place(planner *p, const sn_value *v, sn_layout_kind kind);
/* Of the elements as they are stored: f32 where nothing else is known. */
sn_type sn_plan_type(const sn_value *v);

/* ---- lower.c --------------------------------------------------------------------------------- */
sn_status sn_plan_steps(planner *p) SN_MUST_CHECK;
sn_step *sn_plan_step(planner *p, const sn_kernel *kernel, const sn_node *node);
/* Has the kernel plan it, and puts it behind the others. */
sn_status sn_plan_finish(planner *p, sn_step *s) SN_MUST_CHECK;
/* out = formula over its operands from 1 on (operand 0 is what a kernel sums up: here there is
 * none); one step of the kernel `map`. */
sn_status sn_plan_map(planner *p, const sn_node *const *nodes, size_t n_nodes, const sn_formula *f,
                      const sn_place *out) SN_MUST_CHECK;
/* A step of the kernel `cast`, also where the types are equal: of bools, then, bytes become 0 or 1.
 */
sn_status sn_plan_cast(planner *p, const sn_place *from, const sn_place *to) SN_MUST_CHECK;
/* A step that copies, changing the layout or the type, which PLAIN places may differ in. */
sn_status sn_plan_convert(planner *p, const sn_place *from, const sn_place *to) SN_MUST_CHECK;

/* ---- packing.c ------------------------------------------------------------------------------- */
/* Steps in front of one that is planned that pack the weights which it reads and which are known at
 * run time only. */
sn_status sn_plan_pack_at_run_time(planner *p, sn_step *s) SN_MUST_CHECK;
/* Of all steps: those that pack what others have only moved take it from where these do. */
sn_status sn_plan_pack_moved(planner *p) SN_MUST_CHECK;

/* ---- elements.c ------------------------------------------------------------------------------ */
/* The elementwise nodes, whose formulas are `typed`, in their order as one step; the last one's
 * result goes to `out`. */
sn_status sn_plan_elements(planner *p, const sn_node *const *nodes, size_t n_nodes,
                           const sn_place *out) SN_MUST_CHECK;
/* The same nodes as the tail of a step whose kernel makes `start`, in runs over the axes from
 * `axis` on. *fits is false, and the step as it was, where some operand does not go along these. */
sn_status sn_plan_tail(planner *p, sn_step *s, const sn_value *start, int axis,
                       const sn_node *const *nodes, size_t n_nodes, bool *fits) SN_MUST_CHECK;
/* Whether the formula can be computed on elements of its operands' types. */
bool sn_plan_can_elements(const sn_formula *f, sn_type result);
/* A step that stores the constant that is the place's value. */
sn_status sn_plan_constant(planner *p, const sn_place *out) SN_MUST_CHECK;

/* ---- neighbours.c ---------------------------------------------------------------------------- */
/* Which steps touch a storage, by its address: for sn_plan_only_reader. Holds while none is put in
 * or moved; those that have become parts of others are NULL in p->steps. */
sn_map *sn_plan_touches(const planner *p);
/* The only step that touches what step `at` alone writes, by reading it once, as operand 0;
 * SIZE_MAX: there is none, or there are more, or it has become a part of another. */
size_t sn_plan_only_reader(const planner *p, const sn_map *all, size_t at);
bool sn_plan_writes(const sn_step *s, const sn_storage *storage);
/* Whether a step between these two, which is no part of another, writes it. */
bool sn_plan_writes_between(const planner *p, const sn_map *all, const sn_storage *storage,
                            size_t after, size_t before);
/* Takes the places of those that are NULL, and numbers steps anew. */
void sn_plan_close_ranks(planner *p);

/* ---- pooled.c -------------------------------------------------------------------------------- */
/* Steps that pool what they make as they store it, instead of a step behind them. */
sn_status sn_plan_pooled(planner *p) SN_MUST_CHECK;

/* ---- pipelines.c ----------------------------------------------------------------------------- */
/* Neighbouring steps that are faster as one. */
sn_status sn_plan_pipelines(planner *p) SN_MUST_CHECK;
/* Seconds that a pipeline gains which begins with step `at`, beyond what one gains that begins with
 * the next step in it; 0: none gains. */
double sn_plan_rows_gain(const planner *p, const sn_map *all, size_t at);

/* ---- operands.c ------------------------------------------------------------------------------ */
/* How a formula's operand i is read where the result has that place. `strided`: any broadcast is
 * fine (map). *ok is false where it cannot be read like that. */
sn_status sn_plan_epilogue_operand(planner *p, sn_step *s, const sn_formula *f, int i,
                                   const sn_shape *shape, sn_layout_kind kind, bool strided,
                                   sn_epilogue_operand *out, bool *ok) SN_MUST_CHECK;
/* What the formula's operand i is in the lanes beyond the channels of a BLOCKED result: numbers for
 * all channels are themselves there. */
sn_interval sn_plan_operand_pad(planner *p, const sn_formula *f, int i, const sn_shape *shape);
/* Whether sn_plan_epilogue_operand would say ok; makes nothing. */
bool sn_plan_can_read(const planner *p, const sn_formula *f, int i, const sn_shape *shape,
                      sn_layout_kind kind, bool strided);

/* ---- batch.c --------------------------------------------------------------------------------- */
/* Cuts the steps of a batch into stages. */
void sn_plan_stages(planner *p);
/* Whether what is written in step `first` and read until `last` is within what is done for one
 * image before the next. */
bool sn_plan_within_image(const planner *p, int32_t first, int32_t last);
int64_t sn_plan_chunk(const planner *p, const sn_step *s, int phase); /* sn_phase.chunk */

/* ---- order.c --------------------------------------------------------------------------------- */
/* The same steps in an order in which less is alive at one time, if one is found; of one image. */
void sn_plan_order(planner *p);

/* ---- memory.c -------------------------------------------------------------------------------- */
/* Lifetimes, sharing, offsets. */
sn_status sn_plan_memory(planner *p) SN_MUST_CHECK;

/* ---- branches.c ------------------------------------------------------------------------------ */
/* Which threads do each step, before they have their memory. */
void sn_plan_branches(planner *p);

/* ---- threads.c ------------------------------------------------------------------------------- */
/* What a step takes that its kernel has planned, on one thread: sn_step.seconds. */
double sn_plan_seconds(const planner *p, const sn_step *s);
/* The same of a kernel's work without what is done to its results and operands. */
double sn_plan_work_seconds(const planner *p, const sn_step *s, const sn_work *work);
/* That the slowest of so many threads takes for its part of a step. Units are not divided: some may
 * have one more than others. Without barriers between its phases. */
double sn_shared_seconds(const sn_machine *m, const sn_step *s, int n_threads);
/* Phases, and before which of them all threads meet; when steps have their memory. */
void sn_plan_phases(planner *p);

extern const sn_kernel sn_kernel_map, sn_kernel_move, sn_kernel_cast, sn_kernel_constant;

#endif
