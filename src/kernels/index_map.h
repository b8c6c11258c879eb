/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that only move elements, as loops. Which element goes where is found by evaluating the
 * operator itself on elements that carry their own number; what becomes of constants (padding) is
 * distinguished by a second evaluation on other numbers. Elements of other types go where those of
 * f32 would: they are evaluated as these. Addresses follow from the layouts of the places, and the
 * list of moves is then folded into nested loops whose addresses are affine in the counters. So all
 * operators that move are one kernel, in all layouts. */
#ifndef SN_KERNELS_INDEX_MAP_H
#define SN_KERNELS_INDEX_MAP_H

#include "ir/op.h"
#include "kernels/step.h"

/* Whether the operator only moves elements, so that sn_index_map_of can be asked. */
bool sn_index_map_fits(const sn_node *node);

/* Whether elements of that input go into the outputs: of others, lists of sizes and the like, only
 * the contents are looked at. */
bool sn_index_map_moves(const sn_node *node, unsigned slot);

/* Element i of output `o` is from[o][i]: the number of an element of the inputs together (those of
 * input s start at base[s]), or, when negative, constant ~from[o][i]. */
typedef struct sn_index_map {
    uint16_t n_in, n_out;
    const int64_t *base;   /* [n_in + 1] */
    const int64_t *count;  /* [n_out] */
    const int32_t **from;  /* [n_out][count]; NULL: the elements of input 0 in their order */
    const uint32_t *value; /* constants, as bits */
    size_t n_values;
} sn_index_map;

/* All shapes of the node are known. `lasting` holds the result, `scratch` what lives shorter.
 * SN_E_UNSUPPORTED where the operator looks at the values of its inputs, or they are too many. */
sn_status sn_index_map_of(sn_ctx *ctx, sn_arena *lasting, sn_arena *scratch, const sn_node *node,
                          sn_index_map **out) SN_MUST_CHECK;
/* One after the other: `next` has one input, which is the only output of `first`. */
sn_index_map *sn_index_map_then(sn_arena *arena, const sn_index_map *first,
                                const sn_index_map *next);
/* sn_index_map_of nodes one behind the other, as one map. */
sn_status sn_index_map_of_chain(sn_ctx *ctx, sn_arena *arena, const sn_node *const *nodes, size_t n,
                                sn_index_map **out) SN_MUST_CHECK;
/* The map of a change of layout: one input, one output of `count` elements. */
sn_index_map *sn_index_map_same(sn_arena *arena, int64_t count);

/* ---- as loops -------------------------------------------------------------------------------- */

enum { SN_INDEX_FROM = 16, SN_INDEX_LANES = 16, SN_INDEX_AXES = 14 };
enum { SN_INDEX_VALUE = -1 };

/* What is done at one point of a nest: `lanes` floats are put together from up to SN_INDEX_FROM
 * sources of `lanes` floats. Lane l is lane lane[l] of source from[l]; or the constant value[l]
 * (SN_INDEX_VALUE). */
typedef struct sn_index_pattern {
    uint16_t out;
    int n_from;
    uint16_t in[SN_INDEX_FROM];
    int8_t from[SN_INDEX_LANES], lane[SN_INDEX_LANES];
    uint32_t value[SN_INDEX_LANES];
} sn_index_pattern;

/* Outermost axis first. Addresses and steps in floats. */
typedef struct sn_index_nest {
    const sn_index_pattern *pattern;
    int n;
    int64_t size[SN_INDEX_AXES];
    int64_t to_step[SN_INDEX_AXES], from_step[SN_INDEX_AXES][SN_INDEX_FROM];
    int64_t to, from[SN_INDEX_FROM];
} sn_index_nest;

typedef struct sn_index_nests {
    int lanes; /* floats moved at a point: those of a vector, or 1 */
    size_t n;
    sn_index_nest *v; /* no two write the same float; together they write all of every output,
                         unused lanes too */
} sn_index_nests;

/* Places by slot; in[s] is NULL where nothing of it is read, or of a constant (addresses are then
 * those of its elements). False where more than `most` nests would be needed. */
bool sn_index_nests_of(sn_arena *lasting, sn_arena *scratch, const sn_index_map *map,
                       const sn_place *const *in, const sn_place *const *out, int lanes,
                       size_t most, sn_index_nests *nests);

/* The nests of a step whose outputs are put together from channels of several BLOCKED tensors
 * (sn_step.channels), and BLOCKED themselves. */
void sn_index_nests_of_channels(sn_arena *lasting, const sn_step *s, int lanes,
                                sn_index_nests *nests);

/* The floats of an output one by one, in the order of its memory: calls `visit` with the address,
 * and the input and address that it comes from, or SN_INDEX_VALUE with the bits of a constant as
 * address. Lanes beyond the channels are zeros, which is what the plan takes them for: what is
 * computed of them later must be finite. False when a visit says so. */
typedef bool sn_index_visit(void *user, int64_t to, int in, int64_t from);
bool sn_index_each(const sn_index_map *map, const sn_place *const *in, const sn_place *const *out,
                   uint16_t o, int lanes, sn_index_visit *visit, void *user);

#endif
