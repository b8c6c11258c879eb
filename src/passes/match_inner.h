/* SPDX-License-Identifier: Apache-2.0
 *
 * What reading a pattern (match_parse.c), looking at the graph (match_view.c) and matching
 * (match.c) share. */
#ifndef SN_PASSES_MATCH_INNER_H
#define SN_PASSES_MATCH_INNER_H

#include "passes/match.h"

enum { SN_MAX_PARTS = 6 };

typedef enum sn_form {
    SN_FORM_LEAF,
    SN_FORM_SUM,  /* sum_i factor[i] * part[i] + shift */
    SN_FORM_PROD, /* the product of the parts */
    SN_FORM_CLIP, /* part[0] limited to lo..hi */
    SN_FORM_CALL, /* op(part[0], part[1], ...) */
    /* patterns alone: */
    SN_FORM_VALUE, /* ?x */
    SN_FORM_CONST, /* $x */
    SN_FORM_NUMBER,
    SN_FORM_NONE, /* _ */
    SN_FORM_ALT,  /* one of the parts */
} sn_form;

/* A value of the graph, or a step in between that has no value: the sqrt in an rsqrt. */
typedef struct sn_view sn_view;
typedef struct sn_term {
    sn_value *v;
    const sn_view *view; /* where v is NULL, or once it was worked out */
    double number;       /* with is_number */
    bool is_number;
} sn_term;

/* What a term computes, one step. */
struct sn_view {
    sn_form form;
    sn_node *node; /* it takes this node away; NULL: none */
    const sn_op *op;
    int n;
    sn_term **part; /* NULL: an input left out */
    double *factor;
    double shift, lo, hi;
};

sn_term *sn_term_of(sn_arena *arena, sn_value *v);
const sn_view *sn_view_of(sn_arena *arena, sn_term *t);
bool sn_view_is_call(const sn_op *op); /* its nodes look like nothing but a call of it */
/* Whether a node of the operator may be seen as a call of `called`: by itself, or in a step of its
 * view. */
bool sn_view_may_call(const sn_op *op, const sn_op *called);
/* Whether v is a constant with all elements equal and finite. */
bool sn_value_number(const sn_value *v, double *out);

/* A number in a pattern. */
typedef struct sn_pattern_number {
    int name; /* -1: it is `value` */
    double value;
} sn_pattern_number;

typedef struct sn_tree sn_tree;
struct sn_tree {
    sn_form form;
    int name;      /* VALUE, CONST; CALL: the label or -1 */
    bool optional; /* VALUE, CONST: may be left out */
    sn_pattern_number number, shift, lo, hi;
    int n;
    sn_tree **part;
    sn_pattern_number *factor;
    const sn_op *op;
    bool rest; /* "..." */
    int slot;  /* the output that is meant */
    void *params;
    uint64_t wanted; /* bit i: row i of op->params must be as in `params` */
};

struct sn_pattern {
    const char *text;
    const sn_tree *tree;
    int n_names;
    const char *name[SN_MAX_BOUND];
};

/* Whether a node with this view can be opened as the tree's outermost form. */
bool sn_match_may_begin(const sn_tree *t, const sn_node *root, const sn_view *w);
/* The same as sn_match_at for a root of which that is known; rule: NULL, or what else is asked.
 * What it allocates stays, since views of `term` do, for the next pattern. */
bool sn_match_from(sn_pass_run *run, const sn_pattern *pattern, sn_node *root, sn_term *term,
                   const sn_pattern_rule *rule, sn_match *out);

#endif
