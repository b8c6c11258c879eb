/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the comparison of networks share: compare.c has the whole at one size,
 * compare_sizes.c at which ones, compare_run.c one set of inputs, compare_judge.c what it says,
 * compare_doubt.c what speaks against. */
#ifndef SN_REF_COMPARER_H
#define SN_REF_COMPARER_H

#include "base/map.h"
#include "base/vec.h"
#include "ref/borders.h"
#include "ref/compare.h"
#include "ref/inner.h"
#include "ref/noise.h"
#include "ref/shared.h"

typedef struct compared {
    const char *name;
    const sn_tensor *expected, *got; /* of the set of inputs that runs; held */
    sn_spread spread;                /* of that set */
    sn_spread halves[2]; /* the same of what rounding weights to halves does, on either side */
    sn_agreement now;    /* of that set */
    sn_shape shape;
    double distance, noise, share; /* largest */
    const char *why;
    bool differs;         /* in some run */
    const char *slightly; /* why, of the only run in which it was off by no more than SN_SLIGHTLY;
                             NULL: there was none */
    sn_rests rests;       /* of all runs */
    /* of the first run in which more seemed to be left of zeros than may be */
    const char *why_rest;
    int n_excused; /* runs in which it was off, but the first network overflows, or few elements may
                      have jumped */
    int n_unmeasured;       /* runs in which it was far off where roundings make no number of it */
    bool beyond;            /* in some run it was off where the first network overflows */
    bool seen;              /* on the other side */
    bool known;             /* at borders: what differs there is a difference (compare_borders.c) */
    bool steps;             /* hangs on nodes that jump */
    bool is_output, is_end; /* is_end: what goes into a function that makes an output */
    const char *of, *part;  /* ... that output's name; which part of it */
    const char *into; /* key of the layer that selects by it; NULL: it goes into no such layer */
    int64_t n_channels;
    bool *decides;          /* by channel: some run decided it */
    const sn_tensor *first; /* of an output: its contents in the first run; held */
    bool *varied;           /* by element: it was something else in a later run */
    int64_t n_varied;
} compared;

/* What a layer that selects makes of the first network's inputs: an output. The last bit of what it
 * reads decides, so that is compared instead, where the second network has the same layer. */
typedef struct selection {
    const char *layer; /* its key; NULL: another layer makes the output */
    const sn_value *v;
    const sn_tensor *t; /* held */
} selection;

typedef enum side {
    SIDE_A,
    SIDE_B,
    SIDE_A_OFF /* by roundings */,
    SIDE_A_HALVES /* weights off as halves are */,
    SIDE_B_HALVES
} side;

typedef struct comparer {
    sn_ctx *ctx;
    sn_arena *arena;      /* of the result */
    sn_arena *scratch;    /* of this comparison */
    sn_arena *kept_arena; /* of this comparison, for what stays over several runs */
    sn_arena *round;      /* of one set of inputs */
    const sn_compare_options *options;
    const sn_graph *a, *b; /* a at some size; activations are nodes of their own in both */
    const char *side;
    const bool *fed, *steps; /* by value id of a; fed: once it is wanted */
    sn_map *ends[2];         /* value id -> sn_end, of a, of b */
    sn_map *by_name;         /* name -> compared + 1 index */
    SN_VEC(compared) list;
    SN_VEC(const sn_tensor *) feeds; /* by input of a, of the set of inputs that runs; held */
    SN_VEC(const sn_tensor *) made;  /* up for boundaries, held */
    sn_map *made_by_key;
    SN_VEC(const char *) boundaries;
    sn_map *boundary_names;
    sn_map *met;        /* key of a layer that is not run, or selects -> its node in a */
    sn_map *met_in_b;   /* the same of b, in this set of inputs */
    sn_map *selections; /* name of an output -> selection */
    SN_VEC(selection *) selected;
    sn_map *entered; /* nodes with bodies that were worked out, and bodies that were run, of both */
    const char *other_layer;    /* why such a layer may be another in b; NULL: none is */
    SN_VEC(unsigned) unreached; /* outputs of a that were not computed, by slot */
    bool unreached_known;
    sn_map *input_of_a;            /* numbered name -> index + 1 */
    sn_map *seen_names, *ordinals; /* of the side that runs: layers met by name; node id -> how many
                                      had the name before */
    side on;
    sn_noise noise;
    /* of a, and those that b has new (ref/halves.h); NULL: that explains nothing */
    const sn_map *halves[2];
    sn_inner *inner;
    sn_shared *shared;
    bool asks_cause; /* of all that differs: sn_shared_has_cause */
    bool jumps;      /* some output hangs on a node that does */
    struct { /* what sn_functions_found or sn_decisions_found said after so many runs; 0: not asked
              */
        int n_runs;
        bool found;
        sn_inner_finding finding;
    } function;
    uint64_t seed;
    sn_flavour flavour;
    sn_daring daring; /* of the set of inputs that runs */
    sn_border border; /* of the same */
    sn_map *plain[2]; /* at borders, by side: value id -> what is known of its numbers */
    sn_map *infinite; /* ids of values of a with infinities in them on inputs in [-1, 1], which are
                         meant (masks, log of 0) */
    /* another value of a has some on other inputs: in another order of the same operations it need
     * not, so what is off is neither a difference nor agreement */
    bool overflows;
    /* by side: a float was made f16, bf16, and lost digits */
    bool to_halves[2][2];
    const char *uncounted;              /* the first that was off there */
    bool differs;                       /* something does: no more sets of inputs are needed */
    bool slightly[SN_N_INPUT_FLAVOURS]; /* by kind of inputs: something was slightly off for the
                                           first time */
} comparer;

static inline const char *sn_text_or_none(const char *name) { return name ? name : ""; }
/* The first output of that name, "" of one without; NULL: there is none. */
const sn_value *sn_comparer_output(const sn_graph *g, const char *name);

compared *sn_comparer_find(const comparer *c, const char *name);
/* Names of layers and inputs need not be unique: the first of a name is "name", the second "name
 * (2)". */
const char *sn_comparer_numbered(sn_map *seen, sn_arena *arena, const char *name);

/* halves: what storing weights of b as halves does that were worked out from halves is allowed,
 * too. at: a at some sizes, which are not `guessed`; NULL: there are none at which it runs. */
typedef struct compare_way {
    bool halves, guessed;
    const sn_graph *at;
} compare_way;

/* At those sizes, in one way. */
sn_status sn_comparer_compare(const sn_graph *a, const sn_graph *b,
                              const sn_compare_options *options, compare_way how, sn_arena *arena,
                              sn_compare_result *out) SN_MUST_CHECK;
/* "data=3,240,320", by input. */
const char *const *sn_comparer_shapes(const sn_graph *g, sn_arena *arena, size_t *n);

/* One set of inputs: both sides, and the first off by roundings while that may explain something.
 */
sn_status sn_comparer_run(comparer *c, int round, sn_flavour flavour) SN_MUST_CHECK;
/* What ran on both sides: measures what roundings do as long as that may explain something. */
sn_status sn_comparer_judge(comparer *c) SN_MUST_CHECK;
/* That set once more, off by roundings. */
sn_status sn_comparer_measure(comparer *c, int draw) SN_MUST_CHECK;
void sn_comparer_forget_feeds(comparer *c); /* what went in */
/* One more set, with such ids. *ran: both took it. Where one alone refuses it, they differ; of ids
 * that count from the end, and of others that b reads unchanged, what a refuses does not count. */
sn_status sn_comparer_dare(comparer *c, int round, sn_daring daring, bool *ran) SN_MUST_CHECK;
/* Sets at borders, as many as are worth it: they show differences, say nothing for results that
 * agree, and are not counted. */
sn_status sn_comparer_run_borders(comparer *c) SN_MUST_CHECK;
/* How many sweeps feed each number of specials.h once. */
int sn_comparer_sweeps(const comparer *c);
void sn_border_see(comparer *c, const sn_value *v, const sn_tensor *t);
/* Marks the outputs of which such a set knows all (compared.known), once both sides ran. */
void sn_border_decide(comparer *c);
/* The "first" or "second" network refuses what the other takes. */
void sn_comparer_refused(comparer *c, const char *which, const char *words);

/* Whether more inputs are worth a run. */
sn_status sn_comparer_wants_more(comparer *c, int n_runs, bool *wants) SN_MUST_CHECK;
/* After the last run. */
sn_status sn_comparer_conclude(comparer *c, sn_compare_result *out) SN_MUST_CHECK;

#endif
