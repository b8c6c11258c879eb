/* SPDX-License-Identifier: Apache-2.0
 *
 * A program: what a network becomes before it is text. Steps in order, where every tensor stands,
 * packed weights, and one workspace in which tensors share memory by lifetime. */
#ifndef SN_PLAN_PROGRAM_H
#define SN_PLAN_PROGRAM_H

#include "fusion/groups.h"
#include "kernels/kernel.h"

/* In which order the images of a batch are computed. */
typedef enum sn_batch_order {
    SN_BATCH_CHEAPEST, /* as few bytes from beyond the second cache as possible */
    /* for tests: */
    SN_BATCH_BY_STEP,
    SN_BATCH_MIXED, /* stages of three steps, by image and by step in turns */
} sn_batch_order;

/* Of a result along one of whose axes only the data tells how much there is: how much it was. */
typedef struct sn_counted {
    int axis;
    int result; /* that says it, an i64 */
} sn_counted;

typedef struct sn_plan_options {
    const sn_machine *machine;
    sn_fusion_mode fusion;
    unsigned without;   /* sn_fusion_options.without */
    int n_threads;      /* that it is tuned for; at least 1 */
    bool exact;         /* no Winograd, no Strassen */
    bool small;         /* sn_kernel_ctx.small */
    bool lone_steps;    /* one thread does what is too small to be shared, and threads do branches
                           side by side; tests share all steps */
    const char *prefer; /* sn_kernel_ctx.prefer */
    bool apart;         /* sn_fusion_options.apart */
    int64_t batch; /* images of a run, each computed as if it were alone; 0: 1, without an axis */
    /* The inputs and outputs of the network that the graph was made of have an axis of so many
     * images in front, which the graph has not; 0: they are the graph's. More than 1 is the batch
     * itself. */
    int64_t own_images;
    const bool *bare_outputs; /* by output: it has not that axis, of one image; NULL: all have it */
    sn_batch_order order;
    const sn_counted *counted; /* by output, as sn_plan_bound_rows gives it; NULL: all sizes are
                                  known */
    bool alone;                /* n_threads is 1, and the code is for no more */
    bool halves;               /* sn_kernel_ctx.halves */
    bool min_memory;  /* the workspace is put together as tightly as is found, whatever addresses
                         cost */
    bool reorder;     /* steps are put into an order in which less is alive at one time */
    bool own_scratch; /* of one image and `alone`: a step's scratch memory is alive as long as it */
    int64_t most_whole; /* sn_kernel_ctx.most_whole */
} sn_plan_options;

/* Images of a run. */
static inline int64_t sn_plan_images(const sn_plan_options *o)
{
    return o->own_images > 1 ? o->own_images : o->batch > 1 ? o->batch : 1;
}

enum { SN_ALL_THREADS = -1 };

/* One phase of a step in the order of a run. */
typedef struct sn_phase {
    const sn_step *step;
    int phase;
    bool barrier;  /* all threads meet before it: it reads or overwrites what others of the phases
                      since the last barrier wrote or read */
    int thread;    /* that does all of its units; SN_ALL_THREADS: they share them */
    bool steals;   /* threads that are done with their share take parts of the others' */
    int64_t chunk; /* in a stage that is not by image: units that are done for all images before
                      the next ones */
} sn_phase;

/* Of a share that may be stolen from, half of what is left is claimed so often, then all of it. */
enum { SN_SHARE_HALVINGS = 4 };

/* Steps one behind the other of a program of several images. */
typedef struct sn_stage {
    size_t first, n; /* steps */
    bool by_image;   /* all of them for one image, then for the next; else each step for all */
} sn_stage;

/* An input or output of the network. */
typedef struct sn_port {
    const char *name; /* outside name, as in the file; NULL: none */
    sn_shape shape;
    const sn_place *place;
    bool own_images;           /* in the network it has the axis of sn_plan_options.own_images */
    const sn_counted *counted; /* of an output; NULL: its size is known */
} sn_port;

typedef struct sn_program {
    sn_ctx *ctx;
    const sn_graph *graph; /* that was planned */
    sn_arena *arena;
    const sn_machine *machine;
    sn_fusion_mode fusion;
    bool small;              /* sn_plan_options.small */
    bool alone, own_scratch; /* as in the options */
    const sn_groups *groups;
    const char **no_step; /* by node id: why it is no step; NULL: it is one, or part of one */
    sn_step **step;
    size_t n_steps;
    /* Of each step: the first one of those, one behind the other, whose branches threads do side by
     * side; its own index where it is in no branch. */
    const int32_t *section;
    const int *thread; /* of each step: sn_phase.thread */
    sn_phase *phase;
    size_t n_phases;
    sn_storage **storage;
    size_t n_storages;
    sn_packed **packed; /* each contents once, in the order of the file */
    size_t n_packed;
    int64_t weight_floats; /* of the file, without its head */
    int64_t apart_floats;  /* of these, what not all of the programs read that have the file */
    int64_t batch;         /* images of a run; inputs and outputs have an axis of so many in
                              front, which the shapes here do not have, */
    bool splits;           /* .. unless some steps are for all images at once: then they have it */
    int64_t batch_axis;    /* size of that axis, as in the options; 0: none */
    int64_t own_images;    /* as in the options */
    sn_stage *stage;       /* of a batch; none: all steps once */
    size_t n_stages;
    int64_t workspace_bytes; /* for tensors that all images share one after the other */
    int64_t images_bytes;    /* behind that, for what each image has of its own, and for what is
                                for all of them while each is at other steps (sn_storage.lasts) */
    int64_t tensor_bytes;    /* that they would take without sharing */
    int64_t scratch_floats;  /* for each thread */
    sn_port *input, *output;
    size_t n_inputs, n_outputs;
    size_t n_beside;     /* steps that are done side by side with others */
    const char **remark; /* what was not done as the groups say, and why */
    size_t n_remarks;
} sn_program;

/* The value that output i of a step is, which is a copy's where it only copies; NULL: sums on the
 * way to one. */
const sn_value *sn_step_result(const sn_step *s, int i);

/* The stage of a step; NULL: it is of no batch. */
const sn_stage *sn_program_stage(const sn_program *p, size_t step);

/* The shape of an input or output with the axes of images in front; false: these are too many. */
bool sn_port_shape(const sn_program *p, const sn_port *port, sn_shape *out);
/* Where an axis of port->shape is in that. */
int sn_port_axis(const sn_program *p, const sn_port *port, int axis);

/* Bytes of a net's workspace, without what threads need. */
static inline int64_t sn_program_bytes(const sn_program *p)
{
    return p->workspace_bytes + p->images_bytes;
}

/* How often a step is done in a run. */
static inline int64_t sn_step_images(const sn_program *p, const sn_step *s)
{
    return s->for_all ? 1 : p->batch;
}

/* Gives results of which only the data says how much there is the largest shape that they can have,
 * and infers what follows: for graphs that are planned then, and nothing else. What nothing is
 * found for will be -1 throughout (detections), or is as ops/in_room.h says; then further results
 * of the graph say how much there is, one for all that comes of one node. (*counted)[i] is of
 * result i, with axis -1 where its size is known (in `arena`). SN_E_SHAPE where something reads
 * what is found that cannot be computed up to a count. */
sn_status sn_plan_bound_rows(sn_graph *g, sn_arena *arena,
                             const sn_counted **counted) SN_MUST_CHECK;
/* For the same graphs: both branches of each `if` whose results have known sizes, the same in both,
 * and a choice between these; all trips of each loop and scan, where their number is known. */
sn_status sn_plan_bodies(sn_graph *g) SN_MUST_CHECK;

/* For the same graphs: sums of no more operands than a step can read. */
sn_status sn_plan_long_sums(sn_graph *g) SN_MUST_CHECK;

/* Plans an inferred graph, which may be one of sn_batch_split, all of whose sizes are known
 * (SN_E_SHAPE naming the input to be given else). SN_E_UNSUPPORTED, naming the layer, where no
 * kernel can compute one. The program lives in `arena` and reads the graph, which must outlive it.
 */
sn_status sn_plan(const sn_graph *g, const sn_plan_options *options, sn_arena *arena,
                  sn_program **out) SN_MUST_CHECK;

/* By the facts of the machine. */
typedef struct sn_threads_cost {
    double work, span; /* seconds of a run on one thread, and on so many */
    int n_barriers;    /* at its begin and end, too, unless one thread does all */
    int n_alone;       /* steps that one thread does alone */
    int n_beside;      /* of these, those beside which other threads do other steps */
} sn_threads_cost;
sn_threads_cost sn_program_threads_cost(const sn_program *p, int n_threads);

/* One file of weights for several programs, each contents in it once, however many steps and
 * programs read it. The lists live in the first one's arena. Of a single program, sn_plan has done
 * it. */
void sn_plan_share_weights(sn_program *const *programs, size_t n);

#endif
