/* SPDX-License-Identifier: Apache-2.0
 *
 * Nodes of a step, at its end: the builder of gradients, which they are built like. */
#ifndef SN_TRAIN_MAKE_H
#define SN_TRAIN_MAKE_H

#include "ops/grad/grad.h"
#include "train/training.h"

/* Of a number and a value of one type. */
static inline sn_value *sn_make_plus(sn_grad *m, sn_value *v, double number)
{
    return v ? sn_grad_add(m, v, sn_grad_number(m, v->type, number)) : NULL;
}

/* The loss of z and the target, without axes. */
sn_value *sn_make_loss(sn_grad *m, const sn_training_options *options, sn_value *z, sn_value *t);
/* Type and shape of the target of z. */
sn_status sn_loss_target(sn_ctx *ctx, sn_loss loss, const sn_value *z, sn_type *type,
                         sn_shape *shape) SN_MUST_CHECK;
/* What z is made of, where the loss is better computed of that: what goes into a softmax or a
 * sigmoid at the end. */
sn_value *sn_loss_input(sn_loss loss, sn_value *z);

/* Adds a PARAM that begins with that tensor, and what it holds after the step. */
typedef struct sn_training_maker {
    sn_grad make;
    const sn_training_options *options;
    SN_VEC(sn_training_param) params;
    sn_value *steps, *next_steps; /* sn_training_steps; NULL: not made */
} sn_training_maker;
sn_value *sn_training_state(sn_training_maker *s, sn_type type, const sn_shape *shape,
                            const char *name);
void sn_training_update(sn_training_maker *s, sn_value *param, sn_value *next, bool is_weight);
/* A PARAM that counts steps, without axes: those in front of this one. *next: with this one. Asked
 * for again it is the same, of the type that it was first asked for with. */
sn_value *sn_training_steps(sn_training_maker *s, sn_type type, sn_value **next);
/* The updates of n weights by their gradients, NULL where there is none. */
void sn_training_optimize(sn_training_maker *s, size_t n, sn_value *const *weights,
                          sn_value **gradients, sn_value *rate);
/* Statistics of the batch, and running ones, in place of those of batch normalizations. */
sn_status sn_training_batch_norms(sn_graph *g, sn_training_maker *s) SN_MUST_CHECK;
/* A factor of each channel in place of scales and variances that are not constant. *result, what
 * the loss is of, may be made by such a node. */
sn_status sn_training_use_factors(sn_graph *g, sn_training_maker *s,
                                  sn_value **result) SN_MUST_CHECK;
/* Products with masks in place of dropouts with a ratio. *result, what the loss is of, may be one.
 */
sn_status sn_training_dropouts(sn_graph *g, sn_training_maker *s, sn_value **result) SN_MUST_CHECK;

#endif
