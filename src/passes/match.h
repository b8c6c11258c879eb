/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns as text, for passes that look for a formula in pieces.
 *
 *     "mul(?x, div(clip(add(?x, 3), 0, 6), 6))"
 *
 *     pattern = tree { "|" tree }               the first alternative that matches
 *     tree    = "?" NAME                        any value; the same name is the same value
 *             | "$" NAME                        any constant tensor
 *             | "#" NAME                        any number: a constant whose elements are all equal
 *             | NUMBER                          that number, up to the rounding of floats
 *             | "_"                             an optional input that is left out
 *             | "(" pattern ")"
 *             | [ NAME ":" ] OP [ params ] "(" [ tree { "," tree } ] [ "," "..." ] ")" [ params ] [
 * "." SLOT ] params  = "{" PARAM "=" value { "," ... } "}"  what the node's params must be; others
 * may be anything
 *
 * `NAME:` remembers the node (the same label is the same node), `...` lets there be more inputs,
 * `.1` asks for the node's second output, a `?` behind "?b" or "$b" (`$b?`) allows the input to be
 * left out.
 *
 * Sums, products and limits are matched by what they compute, not by how they are spelled
 * (match_view.c has the list): operands of a sum or product come in any order and nesting; sub,
 * div, neg, power, square, reciprocal, rsqrt, scalar factors and summands in front of or behind
 * each other, clip as min and max, relu, hard_sigmoid ... are all read as sums, products, limits,
 * exp, log and sqrt, in the pattern and in the graph alike. A factor "#a" or a summand "#b" may be
 * missing: it is 1 or 0 then. Other operators match by name, with as many inputs as the pattern
 * gives; those that commute both ways around. A call with params, a label, a slot or "..." means
 * the operator as it is spelled: `m:mul(?x, ?y)` is a mul and no div.
 *
 * A match is whole only if nobody outside reads a value within it; where that alone fails it is
 * reported as missed. What a match does not say is that shapes are equal: "mul(?x, ?y)" may
 * broadcast. */
#ifndef SN_PASSES_MATCH_H
#define SN_PASSES_MATCH_H

#include "passes/pass.h"

typedef struct sn_pattern sn_pattern;

/* Reads a pattern. Patterns come from passes, so a mistake is SN_E_INTERNAL with its place. */
sn_status sn_pattern_compile(sn_ctx *ctx, sn_arena *arena, const char *text,
                             const sn_pattern **out) SN_MUST_CHECK;

enum { SN_MAX_BOUND = 16 };

typedef struct sn_match {
    const sn_pattern *pattern;
    sn_node *nodes[SN_MAX_MATCHED]; /* producer first; the last one is where the match began */
    int n_nodes;
    sn_value *value[SN_MAX_BOUND]; /* by name; NULL: left out */
    double number[SN_MAX_BOUND];
    sn_node *node[SN_MAX_BOUND];
    uint32_t bound; /* bit i: name i has something */
} sn_match;

/* Whether a match that found all is right: numbers that hang together, shapes. Tells why not. It
 * may be asked about several ways to see the same nodes. What it allocates is gone afterwards. */
typedef bool (*sn_match_fits)(sn_pass_run *run, const sn_match *m);

/* Whether the pattern's outermost operator is `root`, whose first output is meant. Tells what was
 * missed by a hair. */
bool sn_match_at(sn_pass_run *run, const sn_pattern *pattern, sn_node *root, sn_match *out);

/* What a name of the pattern stands for: without its sigil. NULL (NAN) where it was not met: in
 * another alternative. */
sn_value *sn_match_value(const sn_match *m, const char *name);
double sn_match_number(const sn_match *m, const char *name);
sn_node *sn_match_node(const sn_match *m, const char *label);
bool sn_match_has(const sn_match *m, const char *name);
bool sn_match_within(const sn_match *m, const sn_node *n); /* one of its nodes */
/* Whether a and b are the same number but for roundings, where values are of that type: of a coarse
 * type as of f32, since constants decide for all elements. */
bool sn_numbers_are_close(sn_type type, double a, double b);
/* Of what the match computes. Its numbers are parameters of a node as well: of f64 all are such
 * that f32 says them (sn_f32_says). */
sn_type sn_match_type(const sn_match *m);
/* The node where the match began, whose output goes. */
static inline sn_node *sn_match_root(const sn_match *m) { return m->nodes[m->n_nodes - 1]; }

/* A pass as a list of such patterns, tried in order at each node. */
typedef struct sn_pattern_rule {
    const char *pattern;
    sn_match_fits fits; /* NULL: always */
    /* Makes the new nodes before the root and returns the last of them, whose output 0 is the
     * result. NULL: not after all, and no node was made. */
    sn_node *(*build)(sn_pass_run *run, const sn_match *m);
    const char *note; /* for the remark, or NULL */
    /* What is added or multiplied may be read through an unsqueeze: `fits` looks at which axes of
     * what it meets a value goes along. */
    bool through_axes;
    bool same_shape; /* the rule itself proves that the result has the shape of what it replaces */
} sn_pattern_rule;

/* Walks the nodes once, consumers first, so that of two patterns of which one is part of the other
 * the larger one is found. Commits what the rules build: the last new node gets the root's name and
 * all features. */
sn_status sn_pattern_rules_run(sn_pass_run *run, const sn_pattern_rule *rules,
                               size_t n) SN_MUST_CHECK;

#endif
