/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of a program: where tensors stand, and the steps that compute them. The plan module
 * makes them, kernels fill in what is theirs, the code generator prints them.
 *
 * Layouts. PLAIN is row-major, the axes as the graph has them. BLOCKED serves whatever has
 * channels: a block holds `lanes` channels (of the target) side by side, so that one vector holds
 * one pixel of a block:
 *
 *     element (channel c, pixel p)  stands at  (c / lanes) * plane + p * lanes + c % lanes
 *
 * where pixels are all axes behind the channels, row-major, and plane >= pixels * lanes. Lanes of
 * the last block beyond the channels hold finite numbers that mean nothing: readers multiply them
 * by zero weights, or ignore them; writers always write whole vectors. A BLOCKED vector of channels
 * (pixels == 1) has plane == lanes, so that it is PLAIN, too; where lanes is 1, plane == pixels,
 * and all that is BLOCKED is PLAIN.
 *
 * A place has an element type; BLOCKED ones are f32, as is scratch memory. Addresses in memory are
 * given in bytes, counted from 64-byte aligned bases; a bool is one byte, 0 or 1. */
#ifndef SN_KERNELS_STEP_H
#define SN_KERNELS_STEP_H

#include "machine/machine.h"
#include "ops/expr.h"

typedef enum sn_layout_kind {
    SN_LAYOUT_PLAIN,
    SN_LAYOUT_BLOCKED,
    SN_LAYOUT_ANY, /* in sn_offer alone: as it comes (operands); as the plan likes (results) */
} sn_layout_kind;

typedef struct sn_layout {
    sn_layout_kind kind;
    int64_t channels,
        pixels;    /* BLOCKED: sizes of axis 0 and of all others. PLAIN: 1 and all elements */
    int64_t plane; /* BLOCKED: floats from a block to the next */
} sn_layout;

/* Floats from a plane of so many to the next. Those that are a multiple of 2 KB apart share cache
 * sets: 64 bytes more put the blocks of a pixel into different ones. */
static inline int64_t sn_plane_floats(int64_t floats)
{
    return floats % 512 == 0 ? floats + 16 : floats;
}

static inline int64_t sn_layout_blocks(const sn_layout *l, int lanes)
{
    return (l->channels + lanes - 1) / lanes;
}

/* BLOCKED: floats of a tensor. */
static inline int64_t sn_layout_floats(const sn_layout *l, int lanes)
{
    return sn_layout_blocks(l, lanes) * l->plane;
}

typedef enum sn_where { SN_IN_WORKSPACE, SN_IN_INPUT, SN_IN_OUTPUT } sn_where;

/* Memory that one or several values live in. The memory plan gives `offset`. */
typedef struct sn_storage {
    uint32_t id;
    sn_where where;
    uint32_t index; /* IN_INPUT, IN_OUTPUT: which of the network's */
    int64_t bytes;
    int64_t offset; /* IN_WORKSPACE: bytes; of the first image, where there are several */
    /* Of a batch, IN_WORKSPACE, by the memory plan: beside what the images use one after the other,
     * which each thread may have of its own; `images` of them, one for each image, or 1 that is for
     * all, so many bytes apart. */
    bool lasts;
    int64_t images, pitch;
    bool joined; /* something reads or writes those of all images at once: they are without a gap */
    int32_t first, last;           /* steps that write it first and read it last */
    const struct sn_storage *over; /* IN_WORKSPACE, by the memory plan: what an elementwise step
                                      writes it over, place for place; NULL: nothing */
    int first_thread, last_thread; /* of planner.thread: that uses it in the section of that step;
                                      SN_ALL_THREADS: several do */
} sn_storage;

/* A tensor in memory: (part of) a storage, seen through a layout. */
typedef struct sn_place {
    const sn_value *value; /* NULL: of the program's own */
    sn_type type;          /* of the elements; UNKNOWN counts as f32 */
    sn_shape shape;
    sn_layout layout;
    sn_storage *storage;
    int64_t offset; /* bytes within the storage; whole vectors when BLOCKED */
    bool of_image;  /* it is the part of the image that a step is run for */
    bool apart;     /* of_image: .. and `pitch` bytes behind that of the image before; else that */
    int64_t pitch;  /* is the storage's */
} sn_place;

/* Bytes of an element at that place. */
static inline int64_t sn_place_element_bytes(const sn_place *p)
{
    return p->type == SN_TYPE_UNKNOWN ? (int64_t)sizeof(float) : (int64_t)sn_type_bytes(p->type);
}

/* Of its elements, each once. */
static inline int64_t sn_place_bytes(const sn_place *p)
{
    return sn_shape_count(&p->shape) * sn_place_element_bytes(p);
}

/* Of what is BLOCKED, floats from an image to the next where it is all of them; else its own. */
static inline int64_t sn_place_image_floats(const sn_place *p, int lanes)
{
    return p->of_image ? sn_layout_floats(&p->layout, lanes)
                       : p->storage->bytes / (int64_t)sizeof(float);
}

/* Constants as a kernel wants to read them: `floats` of them, 64-byte aligned in the file of
 * weights. */
typedef struct sn_packed {
    float *data; /* zeroed, to be filled by the kernel */
    int64_t floats;
    int64_t offset; /* in the file; equal contents share one place */
    bool half;      /* they are halves, two to a float */
    /* Weights that are known at run time only: `data` are labels, the number of the element of
     * operand from_slot - 1 as bits, 1 being the first one, or 0; 0: they are constants. The plan
     * makes a step that puts them where `place` is, and a place in sn_step.in for it. */
    int from_slot;
    const struct sn_kernel *maker; /* computes them, `floats` of them, of that operand, with */
    void *maker_config;            /* this as its config; `data` is NULL. NULL: there are labels */
    const sn_place *place;
    const char *what; /* "weights of conv1 [oc/24][ic][24]", for comments */
} sn_packed;

/* ---- what is done to a result before it is stored -------------------------------------------- */

typedef enum sn_epilogue_operand_kind {
    SN_OPERAND_ELEMENTWISE, /* a tensor of the result's shape and layout kind (element c, p; or by
                        the same flat index) */
    SN_OPERAND_CHANNEL, /* of BLOCKED results: element c: one number a channel, BLOCKED (plane ==
                           lanes) or constants padded to blocks with zeros */
    SN_OPERAND_PIXEL,   /* of BLOCKED results: element p: one number a pixel, plain */
    SN_OPERAND_SCALAR,  /* one number that is known only at run time */
    SN_OPERAND_STRIDED, /* of PLAIN results, in map alone: by `stride` along the result's axes */
    SN_OPERAND_LAST,    /* of PLAIN results: by the place along the last axis; constants padded to
                           vectors with zeros */
} sn_epilogue_operand_kind;

typedef struct sn_epilogue_operand {
    sn_epilogue_operand_kind kind;
    const sn_place *place;       /* or: */
    sn_packed *packed;           /* constants; they count among the step's packed, too */
    int64_t stride[SN_MAX_RANK]; /* STRIDED */
} sn_epilogue_operand;

#define SN_MAX_EPILOGUE_OPERANDS 24
/* y = expr(input 0: what the kernel has accumulated, input 1 + i: outside[i]). The bias is among
 * them. expr NULL: y is what was accumulated. */
typedef struct sn_epilogue {
    const sn_expr *expr; /* bound: inputs, numbers and calls */
    int n;
    sn_epilogue_operand outside[SN_MAX_EPILOGUE_OPERANDS];
} sn_epilogue;

/* ---- steps ----------------------------------------------------------------------------------- */

typedef struct sn_kernel sn_kernel;

/* What is summed up of output 0, which is BLOCKED, by channel, as it is stored. */
typedef enum sn_sums_kind {
    SN_SUMS_NONE,
    SN_SUMS_MEAN,     /* output 1 is the mean, in blocks */
    SN_SUMS_MOMENTS,  /* outputs 1 and 2, PLAIN: the mean, and the variance around it */
    SN_SUMS_PRODUCTS, /* outputs 1 and 2, PLAIN: the sum, and that of products with x - mean */
} sn_sums_kind;

typedef struct sn_sums {
    sn_sums_kind kind;
    const sn_place *x, *mean; /* of products, BLOCKED; they stand in sn_step.in, too */
    /* by sn_sums_plan (kernels/sums.h): */
    int64_t parts, at; /* floats in the memory that the threads share */
} sn_sums;

/* Where a channel stands: a channel of a BLOCKED operand. */
typedef struct sn_channel {
    int in; /* sn_step.in */
    int64_t channel;
} sn_channel;

#define SN_MAX_PHASES  4
#define SN_MAX_STEP_IN 64
#define SN_MAX_PACKED  40

typedef struct sn_step {
    uint32_t id;
    const sn_kernel *kernel;
    const sn_node *node; /* the operator that the kernel is for; NULL for steps of the program's own
                            (layout changes) */
    const sn_node *const *nodes; /* all operators that are computed here, for comments */
    size_t n_nodes;
    int32_t group; /* of sn_groups: that it was made for; -1: what the network is given, or gives */

    /* Operands of the node by slot (NULL: left out, or constant: then the kernel packs it), and its
     * outputs. */
    int n_in, n_out;
    const sn_place **in, **out;
    /* Operand 0 is put together from channels of others: its channels in order, which stand in
     * in[] behind the node's slots, in[0] being NULL; NULL: it is in[0]. Of a move, which has no
     * node then: the channels of its outputs, one output after the other. */
    const sn_channel *channels;
    int64_t n_channels;
    int factor; /* in[factor], PLAIN: a number for each channel of operand 0, by which that is
                   multiplied; it stands behind the node's slots. 0: none */
    const struct sn_step *prologue; /* its epilogue is done to what in[0] holds before it is summed
                                       up. Operands of that are numbers, or one for each channel:
                                       constants, or places that stand in in[], too, behind the
                                       node's slots; out[0] there is in[0]; NULL: nothing */
    sn_sums sums; /* its units may be done by any number of threads, to the same bits */
    sn_epilogue epilogue;
    /* Done to the result behind the epilogue, as it is stored: a pooling by cells
     * (kernels/pool.h), which is planned. in[0] there is the result before, a place without memory,
     * whose shape that of the epilogue is; out[0] is the step's. NULL: nothing. */
    const struct sn_step *pool;
    /* Of a kernel that sums integers: what is done to the sums as they are stored, elementwise
     * operators of any type (kernels/elements.h), whose places are among epilogue.outside; NULL:
     * nothing. */
    struct sn_elements *tail;

    /* The kernel fills these in sn_kernel.plan: */
    void *config; /* its own, in the program's arena */
    sn_packed *packed[SN_MAX_PACKED];
    int n_packed;
    int n_phases;                 /* 1..; between phases all threads meet */
    int64_t units[SN_MAX_PHASES]; /* of work; a thread gets a range of them */
    bool keeps; /* a call keeps what it has made of one unit for the next, as sn_kernel.keeps */
    bool splits_weights; /* the units of the last phase read the packed constants part by part, each
                            its own: for a batch */
    int64_t scratch;     /* floats for each thread, kept for one call */
    int64_t shared;      /* floats for all threads, kept from phase to phase */
    double flops,
        bytes; /* of one run: arithmetic (a multiply-add is 2), memory read and written at least */
    double seconds;  /* that it takes on one thread, by the facts of the machine; by the plan */
    const char *why; /* which variant and why, for comments and tables: "register tile 3x8, 5 groups
                        of 24 channels" */

    sn_storage *shared_storage; /* by the memory plan; NULL: none */
    sn_storage *own_scratch; /* sn_plan_options.own_scratch: where its scratch memory is; NULL: it
                                is each thread's, or it needs none */
    bool for_all;            /* of a batch: it is run once, not for each image */
    bool overfull;           /* more was packed than `packed` has room for */
    int labelled;            /* what is packed next has labels of operand labelled - 1 */
    bool packs; /* it packs an operand of the step behind it: what it makes is no value */
    const struct sn_index_map *map; /* of a move without a node: where its elements go */
} sn_step;

#endif
