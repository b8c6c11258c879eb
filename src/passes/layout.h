/* SPDX-License-Identifier: Apache-2.0
 *
 * What a chain of views and permutations does to the axes of a value.
 *
 * The axes of the first value, x, are cut into atoms: sizes whose product, in order, is the axis. A
 * view regroups atoms (and cuts some of them further), a permutation moves them. So after any chain
 * the axes of the last value, y, are lists of x's atoms, and two chains that give the same lists
 * compute the same, however they are spelled. Atoms of size 1 are left out. A cut is made only
 * where it is proved: sizes may be expressions over unknown ones. */
#ifndef SN_PASSES_LAYOUT_H
#define SN_PASSES_LAYOUT_H

#include "passes/pass.h"

enum { SN_MAX_ATOMS = 16 };

typedef struct sn_atoms {
    int n;
    int v[SN_MAX_ATOMS];
} sn_atoms;

typedef struct sn_axis_factors {
    sn_dims *dims;
    int n; /* atoms, numbered in the order in which x has them */
    sn_dim size[SN_MAX_ATOMS];
    int axis[SN_MAX_ATOMS]; /* of x, that the atom is part of */
    int x_rank, y_rank;
    sn_atoms y[SN_MAX_RANK]; /* the axes of y */
    int picked;              /* an atom of which y has one index only; -1: none */
    int64_t index;           /* that one */
} sn_axis_factors;

/* y is x. False where the rank is not known. */
bool sn_axis_factors_begin(sn_axis_factors *l, sn_dims *dims, const sn_shape *x);
/* y goes through a node that is a view or a permutation of its first input; false where it is
 * neither, or what it does to the atoms cannot be proved. */
bool sn_axis_factors_apply(sn_axis_factors *l, const sn_node *n);
/* y is cut to elements from .. from + n of an axis, one of as many equal parts as there are. At
 * most once. */
bool sn_axis_factors_pick(sn_axis_factors *l, int axis, sn_dim from, sn_dim n);
/* Joins atoms that lie side by side in both an axis of x and an axis of y. */
void sn_axis_factors_simplify(sn_axis_factors *l);
/* The atoms of an axis of x; of all of y in order. */
sn_atoms sn_axis_factors_of_x(const sn_axis_factors *l, int axis);
sn_atoms sn_axis_factors_flat(const sn_axis_factors *l);

/* Whether the node moves whole elements as above: a view of known rank, or a permutation that is
 * known. */
bool sn_axis_factors_moves(const sn_node *n);

#endif
