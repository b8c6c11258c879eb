/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers as their formula. */
#ifndef TESTS_RANDOM_PIECES_H
#define TESTS_RANDOM_PIECES_H

#include "random/gen.h"

void rand_activation_pieces(gen *t, item *x);
void rand_norm_pieces(gen *t, item *x);

#endif
