/* SPDX-License-Identifier: Apache-2.0
 *
 * Random networks: a seed makes a graph that is valid at the sizes given with it.
 *
 * Every node is made twice: in a graph whose sizes are all numbers, where it is inferred and
 * evaluated on a few feeds, and in the graph that is handed out, whose late params stay late and
 * whose inputs may lose sizes and ranks. Each value is computed once as it is and once with its
 * inputs a little off, so that only nodes are kept which do not blow a rounding up: then 1e-4
 * between two ways to compute the results is a bug and not bad luck. */
#ifndef TESTS_RANDOM_GEN_H
#define TESTS_RANDOM_GEN_H

#include "base/num.h"
#include "base/vec.h"
#include "ops/ops.h"

/* Sizes of an input, by its name. */
typedef struct rand_size {
    const char *name;
    sn_shape shape;
} rand_size;

typedef struct rand_case {
    sn_graph *g; /* not inferred */
    size_t n_sizes;
    rand_size *sizes; /* one for each input */
    bool halves;      /* some weights are stored in half precision */
    bool retyped;     /* its floats are not f32 */
} rand_case;

/* Strings and sizes live in the arena. */
sn_status rand_make(sn_ctx *ctx, uint64_t seed, sn_arena *arena, rand_case *out) SN_MUST_CHECK;

/* All that is f32 becomes of the type, in bodies as well. */
sn_status rand_to_type(sn_graph *g, sn_type type) SN_MUST_CHECK;

/* How far off inputs and results of nodes are in the second computation, and how far off a value
 * may then be. */
#define RAND_NOISE     1e-6
#define RAND_AMPLIFIED 2e-5

/* ---- for the recipes (recipes.c) ------------------------------------------------------------- */

enum { RAND_N_FEEDS = 3, RAND_MAX_INPUTS = 16 };

/* A value in both graphs. */
typedef struct item {
    sn_value *sized, *raw;
    const sn_tensor *clean[RAND_N_FEEDS], *noisy[RAND_N_FEEDS];
    bool exact; /* inputs' elements or constants, moved: no rewrite can change the last bit */
} item;

typedef struct gen {
    sn_ctx *ctx;
    sn_arena *arena, *scratch;
    sn_rng rng;
    sn_graph *sized, *raw;
    sn_dims *dims; /* of evaluations */
    SN_VEC(item *) items;
    SN_VEC(item *) constants;
    SN_VEC(const sn_tensor *) tensors; /* to be released */
    bool halves, has_halves;
    bool named_alike; /* layers have the names of what they make, as in most files */
    int n_nodes;
    sn_status status; /* the first failure that is no refusal of a shape */
} gen;

int64_t roll(gen *t, int64_t lo, int64_t hi); /* lo..hi */
bool chance(gen *t, int percent);
const char *text(gen *t, const char *fmt, ...) SN_PRINTF(2, 3);
const sn_shape *shape_of(const item *x);

/* A node over x[0..n_in) (NULL: left out) with params in text form; NULL where the operator or the
 * conditioning refuses it, without a trace. Its results are new items, as many as n_out; the first
 * is returned. */
item *put_many(gen *t, const sn_op *op, const char *params, int n_in, item *const *x, int n_out);
item *put(gen *t, const sn_op *op, const char *params, int n_in, item *const *x);
/* The same for a node with bodies, which `fill` makes: the same ones whenever it is called. */
typedef void (*rand_fill_fn)(void *user, sn_node *n);
item *put_with(gen *t, const sn_op *op, const char *params, int n_in, item *const *x, int n_out,
               rand_fill_fn fill, void *user);
/* Values of one shape, as ncnn's Eltwise has it; a sum also as what belongs to no format. */
item *put_eltwise(gen *t, const char *params, int n_in, item *const *x);
/* An operator with two operands; mostly with their axes paired as ncnn pairs them. */
item *put_pair(gen *t, const sn_op *op, item *a, item *b);
/* An inner product of all of x, or of its rows; as a layer of ncnn would read it, or by a view. */
item *put_linear(gen *t, const char *params, item *x, item *w, item *b);
/* An operator whose first input is channels and nd spatial axes: as a layer of ncnn would read it,
 * or as it is. */
item *put_window(gen *t, const sn_op *op, const char *params, int nd, int n_in, item *const *x);
item *put1(gen *t, const sn_op *op, const char *params, item *x);
/* A value that other recipes do not go on with, like one of bools. */
item *put_inner(gen *t, const sn_op *op, const char *params, int n_in, item *const *x);

/* Constants. May be one that is there already. */
typedef struct spread {
    bool normal; /* mean a, deviation b; else uniform in [a, b) */
    double a, b;
} spread;
item *constant(gen *t, sn_shape shape, spread s);
item *weight(gen *t, sn_shape shape, spread s);     /* perhaps stored in half precision */
item *constant_of(gen *t, const sn_tensor *tensor); /* takes the reference */
spread fan_in(int64_t n);                           /* of a weight that sums up n products */
item *own_node(gen *t, item *constant);             /* as the result of a `constant` node */
/* Integers, in i64 or i32. */
item *integer_values(gen *t, sn_type type, const sn_shape *shape, const int64_t *values);

item *other(gen *t);               /* any value */
item *like(gen *t, const item *x); /* another value of that shape, or NULL */
item *within(gen *t, item *x, double lo,
             double hi); /* something of x that is within them for every input */

void rare(gen *t, item *x); /* recipes_rare.c */

typedef struct recipe {
    const char *name;
    int often;
    void (*make)(gen *t, item *x); /* what cannot be made is left out */
} recipe;
extern const recipe rand_recipes[]; /* ends with name NULL */
void rand_moves(gen *t, item *x);   /* recipes_move.c */
void rand_of_ncnn(gen *t, item *x); /* recipes_ncnn.c */
void rand_choices(gen *t, item *x); /* recipes_types.c */
void rand_bytes(gen *t, item *x);
/* Makes f64, f16 or bf16 of all that is f32, where every operator takes that. */
bool rand_retype(gen *t, size_t n, const rand_size *sizes); /* recipes_types.c */
void rand_again(gen *t, item *x);
void rand_bodies(gen *t, item *x); /* recipes_bodies.c */

void rand_conv_algebra(gen *t, item *x);       /* recipes_conv.c */
void rand_map_after_branches(gen *t, item *x); /* recipes_affine.c */
void rand_map_before_readers(gen *t, item *x);
void rand_prelu(gen *t, item *x);  /* recipes_affine.c */
void rand_resize(gen *t, item *x); /* recipes_move.c */

#endif
