/* SPDX-License-Identifier: Apache-2.0
 *
 * What a kernel is: one const sn_kernel and a template of C text beside it (NAME.c, NAME.ct). The
 * list is kernels.def; of those that can do a node the cheapest is taken, by its own estimate.
 *
 * A step goes through a kernel in three calls: `wants` (can you, and in which layouts), `plan`
 * (layouts are fixed: choose tiles, pack weights, say how the work is cut), `emit` (print one
 * function a phase). */
#ifndef SN_KERNELS_KERNEL_H
#define SN_KERNELS_KERNEL_H

#include "kernels/by_rows.h"
#include "kernels/emit.h"
#include "kernels/step.h"
#include "machine/work.h"

/* The template NAME.ct is embedded as `const char sn_text_NAME[]`.
 * What is being compiled, and how. */
typedef struct sn_kernel_ctx {
    sn_ctx *ctx;
    sn_arena *arena; /* the program's */
    const sn_machine *machine;
    double weights; /* bytes of the network's constants as floats, which tell where they are read
                       from */
    int n_threads;  /* that it is tuned for; results are right for any */
    int64_t images; /* of a run, for all of which weights are packed once */
    const char *prefer; /* a kernel that is taken for all that it can compute; or NULL */
    bool exact;         /* no algorithm that rounds worse than the plain sum (Winograd, Strassen) */
    bool small;         /* rather little code and weights than speed */
    bool halves;        /* weights that are halves stay so, whatever that costs */
    int64_t most_whole; /* where what a step reads and makes is more bytes than that, rows of it are
                           made with what reads them, whatever that costs; 0: what is faster */
} sn_kernel_ctx;

/* Whether products may be regrouped, as Winograd and Strassen do it: that rounds worse, and packs
 * up to four times the weights. */
static inline bool sn_kernel_may_regroup(const sn_kernel_ctx *k)
{
    return !k->exact && !k->small && !k->halves;
}

typedef struct sn_cells sn_cells; /* kernels/pool.h */

typedef struct sn_offer {
    /* by slot; read for operands that are not constant. Preset to PLAIN */
    sn_layout_kind in[SN_MAX_STEP_IN];
    sn_layout_kind out[SN_MAX_STEP_IN];
    bool epilogue; /* it applies step->epilogue to output 0 as it stores it and out[0] is BLOCKED */
    /* the same on a PLAIN output: its operands are then SAME, LAST or SCALAR */
    bool epilogue_on_plain;
    bool tail; /* it applies step->tail to output 0, a run of elements at a time, over the axes */
    int tail_axis;           /* from here on */
    bool may_exceed_padding; /* BLOCKED: what it makes of numbers beside the channels that are not 0
                   may be larger than they are (of 0 it makes 0) */
    bool finds_channels;     /* operand 0 may be channels of several tensors: sn_step.channels */
    bool takes_factor;       /* it multiplies its weights by sn_step.factor */
    /* It does sn_step.prologue to operand 0 as it reads it, to each element so many times on the
     * average, for what windows share is made for each; 0: it does not. */
    double prologue_times;
    bool prologue_copies;   /* for that it copies operand 0, which it else reads where it stands */
    unsigned sums;          /* bits of sn_sums_kind: it makes such sn_step.sums */
    bool does_bias_and_act; /* it adds the node's own bias and does its activation itself */
    sn_work work;           /* of one thread, epilogue apart */
    double seconds;         /* that it takes on the machine; by sn_kernel_find */
} sn_offer;

struct sn_kernel {
    const char *name; /* "pointwise" */
    /* Operators that it takes some nodes of, ending with NULL (SN_OPS); what has a formula (`map`),
     * or only moves elements (`move`), need not be named. */
    const sn_op *const *ops;
    bool typed; /* takes and makes elements of other types than f32 as they are stored; others get
                   halves as f32, and what they make is rounded to halves behind them */
    bool reads_integers; /* what an operator has as integers alone (lengths, say) it reads as it is
                            stored, though it is not `typed` */
    bool reads_bools; /* what is of type bool it reads as it is stored, though it is not `typed` */
    bool boundaries;  /* computes nodes that are boundaries, too, by the portable rule */
    bool mixes_channels; /* it adds up operands of different channels before it multiplies: they
                            round as the largest of them */
    bool keeps; /* a call keeps what it has made of one unit (rows, copies, bounds) for the next:
                   many short calls make it more often than a few long ones */
    /* "1x1 convolution as a register-tiled matrix product over blocked pixels" */
    const char *synopsis;
    /* Whether it can compute the node (all shapes known) on this machine. Must not allocate much:
     * it is asked often. */
    bool (*wants)(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out);
    sn_status (*plan)(const sn_kernel_ctx *k, sn_step *s) SN_MUST_CHECK;
    /* Prints the functions of all phases through sn_emit_function. */
    sn_status (*emit)(sn_emit *e, const sn_step *s) SN_MUST_CHECK;
    /* Of kernels that can compute some rows at a time (kernels/pipeline.h), else NULL. Whether they
     * can for this step, which is planned; as a copy of the step that computes at most `rows` rows
     * at a time, with what it packs and the scratch memory that it needs then; and C for the rows
     * r0 .. r1 - 1, which reads and writes at these places and has its scratch memory at `frame`.
     */
    bool (*row_window)(const sn_step *s, sn_row_window *out);
    sn_status (*plan_rows)(const sn_kernel_ctx *k, sn_step *s, int64_t rows) SN_MUST_CHECK;
    sn_status (*emit_rows)(sn_emit *e, const sn_step *s, const sn_row_place *from,
                           const sn_row_place *to, const char **text) SN_MUST_CHECK;
    /* Of kernels that can pool their result as they store it (sn_step.pool), else NULL. Why they
     * cannot for this node and these cells; or NULL, and what that takes one thread, the epilogue
     * apart. A step that is planned is planned once more then, by `plan`. */
    const char *(*why_no_pool)(const sn_kernel_ctx *k, const sn_node *node, const sn_cells *cells,
                               sn_work *work);
};

#define SN_OPS(...) ((const sn_op *const[]){__VA_ARGS__, NULL})

size_t sn_kernel_count(void);
const sn_kernel *sn_kernel_at(size_t i);
/* Whether compiled code can have nodes of the operator at all. */
bool sn_kernel_knows(const sn_op *op);
/* Whether of every type that the operator takes, not of f32 and halves alone. */
bool sn_kernel_knows_types(const sn_op *op);
/* Whether the kernel reads what is in that slot as it is stored, not as f32. */
bool sn_kernel_reads_stored(const sn_kernel *k, const sn_node *node, unsigned slot);
/* Whether all that the node reads and makes is f32. */
bool sn_node_is_f32(const sn_node *node);
/* The cheapest kernel for a node; NULL when none can do it. */
const sn_kernel *sn_kernel_find(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out);

/* How threads share a BLOCKED result: each takes some pixels of all channels, else all pixels of
 * some channels. One rule for several kernels, so that what a thread reads is mostly what it has
 * written before (mobilenet on 2 threads: 7.1 to 6.5 ms, against pointwise by pixels and depthwise
 * by channels). Few pixels come with large weights, of which each thread then reads its part alone.
 */
static inline bool sn_share_pixels(int64_t pixels) { return pixels >= 100; }

/* Into how many parts something is cut whose parts have `others` units each, if `least` parts are
 * wanted for another reason and `most` are possible: threads should have as many units each, unless
 * there are so many that one more or less makes no odds. */
int64_t sn_even_parts(const sn_kernel_ctx *k, int64_t least, int64_t others, int64_t most);
/* Whether they are so many that one more or less for a thread makes no odds. */
bool sn_units_are_many(int64_t units, int n_threads);
/* How much longer so many units take than if they could be divided as one likes; at least 1. */
double sn_units_unevenness(int64_t units, int n_threads);

/* Bytes among which so many bytes of constants stand: those of the whole network, which have passed
 * through the caches since they were read last. */
static inline double sn_weights_span(const sn_kernel_ctx *k, double bytes)
{
    return k->weights > bytes ? k->weights : bytes;
}
/* Adds packed constants that are read in order, beside products. */
static inline void sn_weights_stream(const sn_kernel_ctx *k, sn_work *w, double bytes)
{
    sn_work_stream(w, bytes, sn_weights_span(k, bytes), true);
}
/* Adds results that are stored beside products. */
static inline void sn_results_stream(sn_work *w, double bytes)
{
    sn_work_stream(w, 2 * bytes, 2 * bytes, true); /* a line that is written is read first */
}
/* Adds a copy of so many floats, vector by vector, to where it is near. */
static inline void sn_copy_work(const sn_kernel_ctx *k, sn_work *w, double floats)
{
    w->vector += 4 * floats / k->machine->lanes;
    sn_work_stream(w, 4 * floats, 4 * floats, false);
}
/* Adds what a step does more than its kernel's own work where it has a prologue: so many vector
 * instructions for a vector of an operand 0 of so many floats. */
static inline void sn_prologue_work(const sn_kernel_ctx *k, const sn_offer *offer, double formula,
                                    double floats, sn_work *w)
{
    const double read = offer->prologue_times * floats;
    w->vector += formula * read / k->machine->lanes;
    if (offer->prologue_copies) sn_copy_work(k, w, read);
}

/* Plans the step by its kernel. SN_E_UNSUPPORTED where it packs more constants than a step has. */
sn_status sn_step_plan(const sn_kernel_ctx *k, sn_step *s) SN_MUST_CHECK;
/* Room for packed constants of this step: zeroed. `what` is for comments. Where the step has all
 * that it may have, it is none of its constants, and the step is overfull. */
float *sn_step_pack(const sn_kernel_ctx *k, sn_step *s, int64_t floats, const char *what);
/* Bytes of a packed weight. */
static inline double sn_packed_bytes(bool half) { return half ? 2 : 4; }
/* Packed floats as halves, two in the place of one, if each of all n constants is a half; else
 * false, and they stay as they are. */
bool sn_step_pack_halves(sn_packed *const *p, int n);
/* Whether a constant operand of floats is stored as halves. */
bool sn_kernel_has_halves(const sn_node *node, unsigned slot);
/* Whether weights that are halves stay so: what reads them, and what else hangs on it, takes less
 * time with halves, which are converted as they are loaded, than with floats; or little memory is
 * wanted rather. */
bool sn_kernel_keeps_halves(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                            const sn_work *floats, const sn_work *halves);
/* The same of weights that are read in order `times` times, each for one multiply-add: they take
 * longer to arrive than to be multiplied, and than an instruction takes to convert them. */
bool sn_kernel_keeps_read_halves(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                                 double weights, double times);
/* Takes such constants off the step's list. */
void sn_step_drop_packed(sn_step *s, const sn_packed *packed);
/* The elements of a plain tensor, of any type. */
void sn_step_pack_tensor(const sn_kernel_ctx *k, sn_step *s, const sn_tensor *t, const char *what);
/* The same of a constant value, decoded. */
sn_status sn_step_pack_value(const sn_kernel_ctx *k, sn_step *s, const sn_value *v,
                             const char *what) SN_MUST_CHECK;
/* Whether an operand can be packed: a constant with known contents, or what has a known shape,
 * which is packed at run time. */
bool sn_kernel_can_pack(const sn_value *v);
/* The operand as it is to be packed: as sn_step_constant gives it, or labels (sn_packed.from_slot),
 * which sn_step_pack's next floats are to be made of by copying and nothing else. */
sn_status sn_step_weight(const sn_kernel_ctx *k, sn_step *s, unsigned slot,
                         const float **out) SN_MUST_CHECK;
/* Room for what `maker` is to make of an operand that is known at run time only. */
sn_packed *sn_step_pack_by(const sn_kernel_ctx *k, sn_step *s, unsigned slot, int64_t floats,
                           const char *what, const sn_kernel *maker, void *config);
/* Some of what it reads is packed at run time. */
bool sn_step_packs_at_run_time(const sn_step *s);
/* Contents of a constant operand as plain f32 (converted where it is stored otherwise). NULL in
 * *out where it is left out. Lives as long as the arena. */
sn_status sn_step_constant(const sn_kernel_ctx *k, const sn_node *node, unsigned slot,
                           const float **out) SN_MUST_CHECK;

#endif
