/* SPDX-License-Identifier: Apache-2.0
 *
 * What a graph is being optimized for: a file format of some version, or generated C. A pass that
 * makes a new spelling (an activation in a slot, a weighted sum) asks whether it can be written,
 * one that trades work whether it pays; no pass knows a format or a runtime by name. */
#ifndef SN_IR_SPELLING_H
#define SN_IR_SPELLING_H

#include "ir/op.h"

/* Layers that read one value and differ in weights alone, or in kernels of which one takes in the
 * others. */
typedef struct sn_siblings {
    sn_node *const *node;
    int n;
    int host;   /* whose kernel the joined layer has */
    int axis;   /* of the channels, in the results */
    bool zeros; /* kernels of others stand among zeros in it */
    bool cut;   /* the result is cut apart again; else a concat puts the results together anyway */
} sn_siblings;

typedef struct sn_spelling sn_spelling;
struct sn_spelling {
    const char *name; /* of the format, or of it and a version */
    int64_t version;  /* the format's business: passes never look at it; 0: the newest */
    bool own_words;   /* the format's business, too: also what one runtime of it alone reads */
    /* Whether a node of this operator with these params (NULL: the defaults) and so many inputs can
     * be written. */
    bool (*can)(const sn_spelling *target, sn_ctx *ctx, const sn_op *op, const void *params,
                uint16_t n_in);
    /* The same of a node whose shapes are inferred; NULL: as `can`. Every node that a rewrite makes
     * is asked about, so that a pass whose operators all releases have need not ask. */
    bool (*can_node)(const sn_spelling *target, const sn_node *node);
    /* Whether reading the view's input in that slot means what reading the view does, by how the
     * format shapes its inputs; NULL: all are read as they are. A no without a reason: that is so
     * of this slot. */
    sn_answer (*implies_view)(const sn_spelling *target, const sn_node *reader, uint16_t slot);
    /* Whether one record of the format says the node and the one that makes its input `slot`, which
     * nothing else reads, and that is what a network should have; NULL: never. */
    bool (*joins)(const sn_spelling *target, const sn_node *node, uint16_t *slot);
    /* Whether one layer in place of the siblings costs less; a no comes with its reason. Without
     * zeros, results that a concat puts together cost less wherever they are computed, and nobody
     * asks. */
    sn_answer (*joining_pays)(const sn_spelling *target, const sn_siblings *s);
    /* Whether a product of bytes costs less than the same product of floats that are made of them;
     * NULL: never, quantized numbers stay as the file has them. Shapes are inferred. */
    sn_answer (*integers_pay)(const sn_spelling *target, const sn_node *floats,
                              const sn_node *integers);
    /* Whether the node stands in the file as something else that its runtime does not do as well;
     * NULL: none does. */
    bool (*is_dated)(const sn_spelling *target, const sn_node *node);
    /* Whether it has no words for the node, whose shapes are inferred, whatever else is beside it;
     * NULL: it has for all, or a pass cannot do anything about it. */
    bool (*lacks)(const sn_spelling *target, const sn_node *node);
    /* What people call the record of the format that the node is a part of, with others, where that
     * is written as it is and loses its sense in pieces; NULL: it is none. The function may be
     * NULL. */
    const char *(*whole)(const sn_spelling *target, const sn_node *node);
    bool rows_pay;    /* a row found by its index costs less than a product with zeros and a 1 */
    bool slow_einsum; /* an einsum is loops over its letters: a product of matrices with
                         permutations around it is faster */
    bool by_elements; /* a constant may have as many elements as what it is worked out from, of
                         whatever type: else it would be worked out in each run */
    bool no_scalars; /* a value without axes is written with the view that alone reads it, or not */
};

static inline bool sn_spelling_can(const sn_spelling *t, sn_ctx *ctx, const sn_op *op,
                                   const void *params, uint16_t n_in)
{
    return t->can(t, ctx, op, params, n_in);
}

#endif
