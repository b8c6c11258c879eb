/* SPDX-License-Identifier: Apache-2.0
 *
 * Affine maps along an axis as values (sn_affine): what the facts fold_in and propagate compute
 * with. A map with neither scale nor shift is the identity; one with a single factor has no axis.
 * Everything is made in the arena given. */
#ifndef SN_OPS_AFFINE_MAPS_H
#define SN_OPS_AFFINE_MAPS_H

#include "ir/op.h"

static inline bool sn_affine_map_is_identity(const sn_affine *m) { return !m->scale && !m->shift; }
static inline double sn_affine_map_scale(const sn_affine *m, int64_t i)
{
    return m->scale ? m->scale[m->n == 1 ? 0 : i] : 1;
}
static inline double sn_affine_map_shift(const sn_affine *m, int64_t i)
{
    return m->shift ? m->shift[m->n == 1 ? 0 : i] : 0;
}

sn_affine sn_affine_map_identity(void);
/* Factors and shifts of n channels (NULL: 1, 0) in their simplest form: no axis where all channels
 * are alike. */
sn_affine sn_affine_map_of(int axis, int64_t n, const double *scale, const double *shift);
sn_affine sn_affine_map_simple(const sn_affine *m);
sn_affine sn_affine_map_scale_only(const sn_affine *m);
/* second(first(x)): false where they run along different axes or their lengths differ. */
bool sn_affine_map_compose(sn_arena *arena, const sn_affine *first, const sn_affine *second,
                           sn_affine *out);
bool sn_affine_map_equal(const sn_affine *a, const sn_affine *b);
/* Channel i of the result is channel from(user, i) of m, for i < n. */
sn_affine sn_affine_map_pick(sn_arena *arena, const sn_affine *m, int axis, int64_t n,
                             int64_t (*from)(const void *user, int64_t i), const void *user);

/* ---- answers for several operators (see sn_op.propagate) ------------------------------------ */

/* No factor is negative; there is no shift. */
sn_answer sn_affine_map_not_negative(const sn_affine *m);
sn_answer sn_affine_map_no_shift(const sn_affine *m);
/* One factor for all, or factors along that axis of a value of that rank. */
sn_answer sn_affine_map_along(const sn_affine *m, int axis);
/* f(s * x) is s * f(x) for every s >= 0, with f acting on each element alone. */
sn_answer sn_propagate_positive(const sn_node *node, sn_arena *arena, sn_propagate *c);
/* Elements of x at places that each axis chooses for itself, or what lies outside: an axis whose
 * size stays is untouched. */
sn_answer sn_propagate_same_axis(const sn_node *node, sn_arena *arena, sn_propagate *c);
/* Output i of a node that hands on input i, or all of them its only one. */
sn_answer sn_propagate_copies(const sn_node *node, sn_arena *arena, sn_propagate *c);
/* The result is the elements of x under another shape. */
sn_answer sn_propagate_view(const sn_node *node, sn_arena *arena, sn_propagate *c);
/* The facts of sn_op, asked of a node: no where the operator has none, and of a boundary, whose
 * weights need not even fit what it reads. Who would rewrite asks here. Propagate:
 * op->propagate, or what stands in for it. */
sn_answer sn_node_affine(const sn_node *node, sn_arena *arena, sn_affine *out);
sn_answer sn_node_fold_out(const sn_node *node, sn_arena *arena, sn_fold_out *out);
sn_answer sn_node_fold_in(const sn_node *node, uint16_t slot, const sn_affine *map, sn_arena *arena,
                          sn_fold_in *out);
sn_answer sn_node_propagate(const sn_node *node, sn_arena *arena, sn_propagate *c);

/* Which input of a product may take a factor of it: one that nobody else reads, best a constant or
 * what weights before it can take in, then what passes it on. -1: none. `fits` may refuse some;
 * NULL: all fit. */
int sn_affine_map_factor_slot(const sn_node *node, sn_arena *arena,
                              bool (*fits)(const sn_node *node, uint16_t slot,
                                           const sn_affine *map),
                              const sn_affine *map);

/* ---- weights --------------------------------------------------------------------------------- */

/* Whether that is a float constant with known contents; no answers "its bias .." or "its weights
 * ..". */
sn_answer sn_fixed_f32(const sn_value *v, bool is_bias);
/* Layout of a weight [rows][columns][taps..] in `groups`; axis 0 is the rows. No where the map does
 * not have as many channels as the weight. */
sn_answer sn_fold_in_rows(const sn_node *node, uint16_t weight, int64_t groups,
                          const sn_affine *map, sn_fold_in *out);
/* The same of a constant factor of a matrix product, that meets the channels along its axis `inner`
 * (0 or 1); its other axis is the rows. There is no bias. */
sn_answer sn_fold_in_factor(const sn_value *w, int inner, const sn_affine *map, sn_fold_in *out);

#endif
