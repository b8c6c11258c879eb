/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that are little more than a template: plain loops over an operator's tensors. A row of a
 * table ties an operator to its template; everything that the template may want to know of the node
 * is bound by name, where the name is declared in a list (kernels/loop_names.def):
 *
 *     ${x} ${weight} ..    CT_PLACE, by the names of the slots: pointers to inputs, constants too
 *                          (${has_bias}: it is there)
 *     ${x_rank} ${x_0} ..  rank and sizes (1 beyond the rank), ${x_count} ${x_last} ${x_rows} (last
 *                          axis, last but one),
 *                           ${x_plane} from block to block where it is BLOCKED
 *     ${x_type} ${x_bytes} of its elements: how they are stored in C, and bytes of one
 *     ${y} ${y0} ${y1} ..  outputs in the same way; ${has_y1}
 *     ${reverse} ${epsilon}   CT_PARAM and CT_FLOAT, by the names of the params: whole numbers, and
 *                          texts of floats
 *     ${outer} ${along} ${inner}   x around the param `axis`
 *     ${lanes} ${chunk}  floats in a vector; elements of a unit where units are pieces of equal
 *                        size
 *     ${shared}          pointer to what all threads share
 *
 * and what the row's own functions pack and bind. */
#ifndef SN_KERNELS_LOOPS_H
#define SN_KERNELS_LOOPS_H

#include "kernels/kernel.h"
#include "ops/rule.h"

enum {
    SN_LOOPS_CHUNK = 4096,
    SN_LOOPS_OUT = 8, /* outputs that are bound where they are not there, too */
};

typedef struct sn_loops_row {
    const sn_op *op;
    const char *name;      /* of the template, for messages */
    const char *body;      /* template of the function */
    const char *helper[3]; /* texts (templates, too) of functions that it calls, in order */
    int64_t (*units)(const sn_node *node);
    bool (*fits)(const sn_kernel_ctx *k,
                 const sn_node *node); /* NULL: all nodes with known shapes */
    sn_status (*prepare)(const sn_kernel_ctx *k,
                         sn_step *s); /* packs, sets scratch, shared; may be NULL */
    sn_status (*bind)(sn_emit *e, const sn_step *s, sn_bind *b); /* may be NULL */
    bool does_bias_and_act; /* it does the node's bias and activation itself */
    bool typed;      /* of a kernel that is: constants are packed as they are stored, not as f32 */
    unsigned unread; /* slots (bits) that are not packed: only the shapes of the results hang on
                        them, or the kernel packs them in an order of its own */
    double cost;     /* scalar instructions for each element that is read or written */
} sn_loops_row;

const sn_loops_row *sn_loops_find(const sn_loops_row *rows, size_t n, const sn_op *op);
/* PLAIN in and out, where the shapes of all inputs are known. */
bool sn_loops_offer(const sn_kernel_ctx *k, const sn_node *node, const sn_loops_row *row,
                    sn_offer *out);
/* Packs the constant inputs and calls row->prepare. */
sn_status sn_loops_plan(const sn_kernel_ctx *k, sn_step *s, const sn_loops_row *row) SN_MUST_CHECK;
/* Further constants under a name of their own, after or in sn_loops_plan. */
float *sn_loops_pack(const sn_kernel_ctx *k, sn_step *s, sn_ct_text name, int64_t floats,
                     const char *what);
/* What is packed under that name; NULL: nothing. */
sn_packed *sn_loops_packed(const sn_step *s, sn_ct_text name);
sn_status sn_loops_emit(sn_emit *e, const sn_step *s, const sn_loops_row *row) SN_MUST_CHECK;
/* The parts of sn_loops_emit, for kernels of several phases. Of the helper texts (emit.h,
 * sn_template_calling) those functions that the body calls are printed, once for all steps. */
sn_status sn_loops_bind(sn_emit *e, const sn_step *s, sn_bind **out) SN_MUST_CHECK;
/* ${name(v)}: the node's activation of a C expression, for kernels that cannot leave it to the
 * epilogue. */
void sn_loops_bind_act(const sn_step *s, sn_bind *b, sn_ct_call name);
sn_status sn_loops_body(sn_emit *e, const sn_step *s, int phase, const char *name, const char *text,
                        const char *const *helper, size_t n_helpers,
                        const sn_bind *b) SN_MUST_CHECK;

/* A kernel over a table `rows` in the same file, and the operators in it. */
#define SN_LOOPS_KERNEL(kernel, text, ...) SN_LOOPS_KERNEL_OF(kernel, false, text, __VA_ARGS__)
/* The same of elements of any type: `is_typed`, as its rows are. */
#define SN_LOOPS_KERNEL_OF(kernel, is_typed, text, ...)                                            \
    SN_LOOPS_PLANNED(kernel)                                                                       \
    static sn_status kernel##_emit(sn_emit *e, const sn_step *s)                                   \
    {                                                                                              \
        return sn_loops_emit(e, s,                                                                 \
                             sn_loops_find(rows, sizeof rows / sizeof rows[0], s->node->op));      \
    }                                                                                              \
    const sn_kernel sn_kernel_##kernel = {.name = #kernel,                                         \
                                          .synopsis = text,                                        \
                                          .ops = SN_OPS(__VA_ARGS__),                              \
                                          .typed = is_typed,                                       \
                                          .wants = kernel##_wants,                                 \
                                          .plan = kernel##_plan,                                   \
                                          .emit = kernel##_emit};

/* Of a kernel of `rows` that emits on its own: KERNEL_wants and KERNEL_plan. */
#define SN_LOOPS_PLANNED(kernel)                                                                   \
    static bool kernel##_wants(const sn_kernel_ctx *k, const sn_node *node, sn_offer *out)         \
    {                                                                                              \
        const sn_loops_row *row = sn_loops_find(rows, sizeof rows / sizeof rows[0], node->op);     \
        return row && sn_loops_offer(k, node, row, out);                                           \
    }                                                                                              \
    static sn_status kernel##_plan(const sn_kernel_ctx *k, sn_step *s)                             \
    {                                                                                              \
        return sn_loops_plan(k, s,                                                                 \
                             sn_loops_find(rows, sizeof rows / sizeof rows[0], s->node->op));      \
    }

/* Params by name. */
int32_t sn_loops_int(const sn_node *node, const char *name);
float sn_loops_f32(const sn_node *node, const char *name);
const sn_floats *sn_loops_floats(const sn_node *node, const char *name);
/* Common counts of units. */
int64_t sn_loops_one(const sn_node *node);
int64_t sn_loops_channels(const sn_node *node); /* of input 0: axis 0, of ranks 1 and 2 one */
int64_t sn_loops_axis0(const sn_node *node);    /* size of axis 0 of input 0 */
int64_t sn_loops_out0(const sn_node *node);     /* size of axis 0 of output 0 */
/* Input 0 around the axis that an operator with sn_along_params goes along. */
sn_span sn_loops_span(const sn_node *node);
int64_t sn_loops_lines(const sn_node *node);  /* of that span */
int64_t sn_loops_chunks(const sn_node *node); /* of input 0 */

#endif
