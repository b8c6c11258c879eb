/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether two tensors agree: each element within what rounding was measured to do to that element.
 * Every check asks here. docs/numbers.md says the rule in words.
 *
 *     sn_spread s = {0};
 *     sn_agreement r;
 *     do {
 *         if (nothing was measured yet, or r.open) run what is expected once more, off by
 * roundings; sn_spread_add(&s, expected, noisy) sn_agree(expected, got, &s, arena, &r); } while
 * (r.open);
 *
 * The spread comes from the side that is believed, never from the one that is judged. */
#ifndef SN_REF_AGREE_H
#define SN_REF_AGREE_H

#include <math.h>

#include "ir/tensor.h"

/* How many times what roundings make of an element is still taken for rounding; in how many draws
 * at most it is measured (errors of one draw may happen to cancel in a small result); the part of
 * its channel's scale up to which an element may be off by roundings and still tell something; the
 * part of that scale which is a rounding of the last bits and needs no measurement, in epsilons of
 * the type. */
#define SN_TIMES_MEASURED 6
#define SN_MEASUREMENTS   12
#define SN_DECIDES_UP_TO  2e-2
#define SN_LAST_BITS      2
/* of a channel's largest element, in epsilons: what may be left where the first network has 0 and
 * no rounding changes that */
#define SN_REST 8

/* Times what is allowed: what is beyond by no more than this with one set of inputs alone may be an
 * accident of these (terms that nearly cancel in all of a channel), and is a difference if another
 * set of that kind shows some, too. */
#define SN_SLIGHTLY  16
#define SN_MORE_RUNS 3 /* of that kind */

typedef enum sn_verdict {
    SN_SAME,
    SN_DIFFERENT,
    SN_INCONCLUSIVE, /* nothing speaks against it, and something that should speak for it does not
                      */
} sn_verdict;
const char *sn_verdict_name(sn_verdict v); /* "same" */

/* Elements that are rounded alike: of a channel, the first axis; of a matrix, rows as well as
 * columns; of less, each element by itself. Of an axis that is very long, several neighbours are a
 * channel: sn_channel_group of `n` says how many. Rows: each is one. */
typedef enum sn_channels { SN_CHANNELS_OF_SHAPE, SN_CHANNELS_ARE_ROWS } sn_channels;
int64_t sn_channel_group(int64_t n);

/* What roundings do to a tensor, as far as that was measured. Zeroed: not at all. Memory of the
 * arena of the first sn_spread_add. */
typedef struct sn_spread {
    int n_draws;
    int64_t n;
    sn_channels channels;
    double
        epsilon;  /* at least that of what elements were made of: sums of them; 0: of their type */
    double least; /* so many times SN_LAST_BITS are allowed whatever was measured, in a vector of
                     the largest of all; 0: once, of the channel's largest */
    bool steps;   /* some value on the way jumps where its argument crosses a border (rounding to
                     integers) */
    double *most; /* of each element, the largest of all draws; infinite where it was not a number
                    in   one of them */
    double *square;  /* of each channel, the sum over elements and draws */
    double *step;    /* with steps: of each channel, the largest by which a draw moved an element by
                        more than last bits */
    double *gain;    /* of types of few digits, of each channel, and of all behind them: the largest
                        part by which a draw made elements larger, or smaller, taken together */
    double largest;  /* of all */
    int64_t n_moved; /* with steps: elements that a draw moved by more than last bits, at most */
} sn_spread;
/* noisy NULL: it could not be run, so anything may come out. */
void sn_spread_add(sn_spread *s, const sn_tensor *clean, const sn_tensor *noisy, sn_arena *arena);
/* What s allows of `clean` and beside that what both x and y do, which are of as many draws as s:
 * of each element no more than `most`. */
sn_spread sn_spread_beside(const sn_spread *s, const sn_spread *x, const sn_spread *y,
                           const sn_tensor *clean, double most, sn_arena *arena);

typedef struct sn_agreement {
    sn_verdict verdict; /* inconclusive: no channel could tell anything */
    bool open;          /* different, and more draws may explain it */
    bool only_rests; /* different only in what is left of elements that are 0 whatever roundings do,
                        more than SN_REST of their channel's largest (where that is 0, of all):
                        nothing, if that happens to be small in this run. sn_rests judges over
                        several */
    bool excused; /* not different only because so few elements may have jumped where no draw showed
                     it: nothing is learnt */
    bool unmeasured; /* not different only because roundings make no number of what is far off:
                        nothing is learnt */
    bool loose;      /* integers differ by more than a few, which roundings do to the first, too */
    double distance; /* max|a-b| / max|a|, whatever is allowed */
    double allowed;  /* what roundings explain of it, in the same measure: of the element that is
                        worst */
    double noise;    /* largest that was measured, in the same measure */
    double share;    /* largest |a-b| beside what is allowed for that element: above 1 it differs */
    int64_t at;      /* the worst element: furthest beyond what is allowed */
    double gain, allowed_gain; /* no element is beyond, and those of a channel are together so many
                                  times more (0.01: 1 %) than they were, which is; 0: none are */
    const char *why; /* it is of another type or shape: in words, in the arena; else NULL */
    int64_t n_channels;
    bool *decides; /* by channel: an element of it is known to better than SN_DECIDES_UP_TO; in the
                    arena */
    bool *off;     /* by channel: some element of it is beyond what is allowed */
    double *rest, *scale; /* by channel: the largest that is left so beyond what is allowed; the
                             largest of what was expected */
    double largest;       /* of all that was expected */
    double epsilon;       /* of its type */
} sn_agreement;

/* Whether two numbers are the same, up to so much where both are finite; NaN is NaN. */
static inline bool sn_is_near(double a, double b, double allowed)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    return a == b || (isfinite(a) && isfinite(b) && fabs(a - b) <= allowed);
}

void sn_agree(const sn_tensor *expected, const sn_tensor *got, const sn_spread *spread,
              sn_arena *arena, sn_agreement *out);

/* Of two that are different: how, in words. Most that differ nobody asks about. */
const char *sn_agreement_why(const sn_agreement *r, const sn_tensor *expected, const sn_tensor *got,
                             sn_arena *arena);

/* What is left of elements that are 0, of several runs. Zeroed: of none. */
typedef struct sn_rests {
    int64_t n;            /* channels */
    double *rest, *scale; /* by channel, in the arena of the first sn_rests_add */
    double largest, epsilon;
    bool of_all; /* a channel is held against the largest of all: where elements belong to several
                    channels, and which ones cannot be decided */
} sn_rests;
void sn_rests_add(sn_rests *s, const sn_agreement *r, sn_arena *arena);
/* Whether channel c is off, with one more run or NULL. Where the first network never was anything
 * but 0, up to SN_REST is nothing: it decides nothing either way (sn_rests_decide). */
bool sn_rest_is_off(const sn_rests *s, const sn_agreement *now, int64_t c);
bool sn_rests_decide(const sn_rests *s);

/* Whether an element of channel c is marked, of the channels that the shape says. */
bool sn_channel_is_marked(const sn_tensor *t, const bool *marks, int64_t c, sn_arena *scratch);
/* Whether some channel has no element that is marked. */
bool sn_has_unmarked_channel(const sn_tensor *t, const bool *marks, sn_arena *scratch);

#endif
