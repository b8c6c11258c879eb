/* SPDX-License-Identifier: Apache-2.0
 *
 * Recipes that stand in files of their own; recipes.c lists them. */
#ifndef TESTS_RANDOM_RECIPES_H
#define TESTS_RANDOM_RECIPES_H

#include "random/gen.h"

void rand_shuffle(gen *t, item *x);   /* recipes_moves.c */
void rand_attention(gen *t, item *x); /* recipes_attention.c */
void rand_attention_of_images(gen *t, item *x);

void rand_norm(gen *t, item *x); /* recipes_norm.c */
void rand_batch_norm(gen *t, item *x);

void rand_picks(gen *t, item *x); /* recipes_picks.c */

void rand_conv(gen *t, item *x); /* recipes_sums.c */
void rand_deconv(gen *t, item *x);
void rand_linear(gen *t, item *x);
void rand_matrix_product(gen *t, item *x);
void rand_pool(gen *t, item *x);
void rand_softmax(gen *t, item *x);
void rand_reduce(gen *t, item *x);
const char *rand_axes(gen *t, int rank, bool back); /* some of that many, as a list */
const char *rand_repeats(gen *t, int n);

int rand_axis(gen *t, const sn_shape *s, int usual); /* mostly the usual one */
int64_t rand_group(gen *t, int64_t channels);        /* a number that divides them */

#endif
