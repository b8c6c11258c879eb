/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files that put an axis of images in front of a network, or take it off, share. */
#ifndef SN_PASSES_BATCH_TWIN_H
#define SN_PASSES_BATCH_TWIN_H

#include "ir/op.h"

typedef struct sn_twin {
    const sn_graph *from;
    sn_graph *to;
    sn_arena *arena;
    int by;           /* 1: an axis is put in front; -1: it goes */
    int64_t n;        /* images */
    bool keeps_open;  /* of one image that goes: sizes that are not known may stay so */
    sn_value **value; /* by id */
    bool *batched;    /* by id */
    bool *rows;       /* by id: axis 0 has the rows of all images, one image behind the other; the
                         twin's those of one (batch_rows.c) */
    int64_t *image; /* by id: 1 + the image that the value is of, where it has no axis of them; 0 */
    sn_shape *shape; /* by id: of the twin, where the value is of one image */
    const char *why; /* NULL: no reason against it was met */
    /* Where images meet in some of its nodes (batch_split.c): how many inputs there are, from the
     * first one on, that may have images; 0: images are to meet nowhere. */
    size_t n_split;
    sn_value **joined; /* by id: what is batched, with its axis; NULL: not (yet) */
} sn_twin;

/* What result i of a view looks at: an identity has as many operands as results. */
static inline const sn_value *sn_twin_viewed(const sn_node *n, uint16_t i)
{
    return sn_in(n, n->n_in == n->n_out ? i : 0);
}

/* ---- batch_axis.c ---------------------------------------------------------------------------- */
/* The graph of what `t` says, inferred; *out stays NULL, and *why says why, where there is none. */
sn_status sn_twin_run(sn_twin *t, sn_graph **out, const char **why) SN_MUST_CHECK;
void sn_twin_refuse(sn_twin *t, const sn_node *n, const char *why);
/* The shape with the axis in front, or without it. */
sn_shape sn_twin_moved(const sn_twin *t, const sn_shape *s, bool batched);
sn_value *sn_twin_reshaped(sn_twin *t, sn_value *v, const sn_shape *s);
/* The twin of v, which may be a constant. */
sn_value *sn_twin_of(sn_twin *t, const sn_value *v);
sn_node *sn_twin_make(sn_twin *t, const sn_node *n, const void *params, uint16_t n_in,
                      sn_value **in);

/* Whether some operand of n has images. */
bool sn_twin_any_batched(const sn_twin *t, const sn_node *n);
/* The node as it is, on the twins of its operands. */
void sn_twin_same(sn_twin *t, const sn_node *n, bool batched);
/* By what its operator does with images; or why not, in t->why. */
void sn_twin_by_rule(sn_twin *t, const sn_node *n);
/* A view of what has an axis of images, or their rows. */
void sn_twin_view(sn_twin *t, const sn_node *n);
/* Where the axis goes: whether n computes each part along axis 0 of its first operand, or of all,
 * by itself, with no regard to which it is, or how many there are. *broadcasts: of all. */
bool sn_twin_maps_first(sn_twin *t, const sn_node *n, bool *broadcasts);

/* ---- batch_split.c --------------------------------------------------------------------------- */
/* Of an input: it is taken apart where it has the axis. */
void sn_twin_split_input(sn_twin *t, const sn_value *v, sn_value *input, bool has_images);
/* Once for each image where images stay apart in it, else once for all of them. */
void sn_twin_split_node(sn_twin *t, const sn_node *n);
/* What is the same for all images, but has their axis, as one of each. */
void sn_twin_take_apart(sn_twin *t, const sn_value *v);
/* The twin with the axis of the images. */
sn_value *sn_twin_joined(sn_twin *t, const sn_value *v);

/* ---- batch_params.c -------------------------------------------------------------------------- */
/* Params of the twin, in place, from those of n; its operands get the axis or lose it. False: what
 * they say has to do with the axis of images. */
bool sn_twin_params(sn_twin *t, const sn_node *n, void *params);

/* ---- batch_rows.c ---------------------------------------------------------------------------- */
/* Whether axis 0 can be that of the rows of all images. */
bool sn_twin_has_rows(const sn_twin *t, const sn_shape *s);
/* The shape with those of one image. */
sn_shape sn_twin_rows(const sn_twin *t, const sn_shape *s);
/* False: n reads no rows. */
bool sn_twin_by_rows(sn_twin *t, const sn_node *n);
/* gemm, whose operands have an axis of images in front, or get one. */
void sn_twin_gemm(sn_twin *t, const sn_node *n);
/* matmul of a vector of each image with a constant matrix, where the axis goes. False: it is none.
 */
bool sn_twin_matmul(sn_twin *t, const sn_node *n);

/* ---- batch_slots.c --------------------------------------------------------------------------- */
/* False: its operands follow a rule of batch_axis.c, or none. */
bool sn_twin_by_slots(sn_twin *t, const sn_node *n);

/* ---- batch_copies.c -------------------------------------------------------------------------- */
/* An operator that is not known to keep images apart, once for each image: a slice for each, the
 * operator, and a concat of what they make. */
void sn_twin_copies(sn_twin *t, const sn_node *n);
/* The other way: nodes of one image have twins that are those of any, and where the images come
 * together again, what has been computed must be the same for all. False: n has nothing to do with
 * values of one image. */
bool sn_twin_of_one_image(sn_twin *t, const sn_node *n);
/* Of a batch of one image that goes: the node as it is, on operands that have the axis. Its results
 * may be of sizes that are not known, and then keep it. */
void sn_twin_as_it_is(sn_twin *t, const sn_node *n);
/* Nodes that nobody reads go. */
void sn_twin_sweep(sn_twin *t);

#endif
