/* SPDX-License-Identifier: Apache-2.0
 *
 * Recipes that stand in files of their own; recipes.c lists them. */
#ifndef TESTS_RANDOM_RECIPES_H
#define TESTS_RANDOM_RECIPES_H

#include "random/gen.h"

void rand_shuffle(gen *t, item *x);   /* recipes_moves.c */
void rand_attention(gen *t, item *x); /* recipes_attention.c */

#endif
