/* SPDX-License-Identifier: Apache-2.0
 *
 * ctc_loss and its gradient, sequence by sequence, in double. A label that is no class is taken as
 * the last one; the interpreter gives an error. */
#include "ops/ctc_loss.h"

#include "kernels/picks.h"
#include "kernels/tiling.h"
#include "ops/ops.h"

extern const char sn_text_ctc_loss[], sn_text_ctc_loss_gradient[], sn_text_ctc_path[];

/* ---- planning -------------------------------------------------------------------------------- */

/* The slot of x; that of the target is the next one. */
static unsigned slot_of_x(const sn_node *node)
{
    return node->op == &sn_op_ctc_loss ? SN_CTC_X : SN_CTC_GRADIENT_X;
}

static const sn_shape *x_of(const sn_node *node) { return &sn_in(node, slot_of_x(node))->shape; }

static bool has_classes(const sn_kernel_ctx *k, const sn_node *node)
{
    (void)k;
    return x_of(node)->d[2] > 0;
}

static int64_t sequences(const sn_node *node) { return x_of(node)->d[1]; }

/* Places of the longest path: labels, and blanks around each. */
static int64_t room_of(const sn_node *node)
{
    return 2 * sn_in(node, slot_of_x(node) + 1)->shape.d[1] + 1;
}

/* A path, and for each of its places sums: of two steps, or of all, two more, and of all classes.
 */
static sn_status prepare(const sn_kernel_ctx *k, sn_step *s)
{
    const sn_shape *x = x_of(s->node);
    const int64_t room = room_of(s->node);
    const bool loss = s->node->op == &sn_op_ctc_loss;
    const int64_t sums = loss ? 2 * room : (x->d[0] + 2) * room + x->d[2];
    (void)k;
    s->scratch = (sums + room) * (int64_t)(sizeof(double) / sizeof(float));
    return SN_OK;
}

static sn_status bind(sn_emit *e, const sn_step *s, sn_bind *b)
{
    const sn_shape *x = x_of(s->node);
    sn_picks_bind(e, s, b, slot_of_x(s->node) + 1, SN_IN_DOUBLE);
    const sn_named_int ints[] = {{CT_steps, x->d[0]},
                                 {CT_batch, x->d[1]},
                                 {CT_alphabet, x->d[2]},
                                 {CT_labels, room_of(s->node) / 2},
                                 {CT_path_size, room_of(s->node)}};
    sn_bind_ints(b, ints, sizeof ints / sizeof ints[0]);
    return SN_OK;
}

#define ROW(operator)                                                                              \
    {                                                                                              \
        .op = &sn_op_##operator, .name = #operator, .body = sn_text_##operator,                    \
        .helper = {sn_text_ctc_path}, .units = sequences, .fits = has_classes, .prepare = prepare, \
        .bind = bind, .typed = true, .cost = 200                                                   \
    }
static const sn_loops_row rows[] = {ROW(ctc_loss), ROW(ctc_loss_gradient)};

SN_LOOPS_KERNEL_OF(ctc, true, "losses of CTC and their gradients, sequence by sequence",
                   &sn_op_ctc_loss, &sn_op_ctc_loss_gradient)
