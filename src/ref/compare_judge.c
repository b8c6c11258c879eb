/* SPDX-License-Identifier: Apache-2.0
 *
 * Judging a set of inputs that ran on both sides: whether what is compared agrees, and what that
 * says with the sets before. */
#include "ref/comparer.h"

#include <math.h>

#include "base/text.h"
#include "ref/distance.h"
#include "ref/halves.h"

/* of the largest element: what moves by less between two runs may as well have stood still */
#define VARIES 0x1p-16
/* of the largest that was fed or came out: no rounding leaves as much */
#define MUCH 0x1p-10
/* inputs whose squares overflow: no remark says so */
#define VAST 1e15

static void judge_plainly(comparer *c, compared *e)
{
    const char *why = NULL;
    int64_t at = 0;
    e->now =
        (sn_agreement){.distance = sn_tensor_distance(e->expected, e->got, c->arena, &why, &at),
                       .why = why,
                       .at = at};
    if (why || e->now.distance > c->options->bound) e->now.verdict = SN_DIFFERENT;
}

/* More draws of roundings may explain it. Of what goes into a function that makes an output it is
 * asked alone whether it differs in some run. */
static bool is_open(const compared *e) { return e->now.open && !(e->is_end && e->differs); }

/* Whether more draws of roundings may explain something. */
static bool judge_all(comparer *c)
{
    bool open = false;
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        if (!e->seen || !e->expected) continue;
        if (c->options->bound > 0) {
            judge_plainly(c, e);
        } else if (!e->spread.n_draws || e->now.open) {
            const double most = e->is_end || !c->halves[0]
                                    ? INFINITY
                                    : SN_HARMLESS * sn_tensor_largest_finite(e->expected);
            const sn_spread spread = sn_spread_beside(&e->spread, &e->halves[0], &e->halves[1],
                                                      e->expected, most, c->round);
            sn_agree(e->expected, e->got, &spread, c->round, &e->now);
            open = open || is_open(e);
        }
    }
    return open;
}

/* Where inputs are even, roundings alone distinguish equal ones; rewrites are known not to
 * touch integers. */
static bool is_loose(const comparer *c, const sn_agreement *r)
{
    return r->loose && !c->options->own && c->flavour != SN_FLAVOUR_SMOOTH &&
           c->flavour != SN_FLAVOUR_EVEN;
}

/* With a bound it is the distance that says how. */
static const char *why_of(const comparer *c, const compared *e)
{
    if (c->options->bound > 0) return sn_arena_strdup(c->arena, e->now.why);
    return sn_agreement_why(&e->now, e->expected, e->got, c->arena);
}

/* At borders: what is left of elements that are 0 is no rest of anything that was fed. */
static bool is_much(const comparer *c, const sn_agreement *r)
{
    const double fed = c->border.kind == SN_BORDER_SCALE ? c->border.scale : 1;
    for (int64_t k = 0; k < r->n_channels; k++)
        if (r->rest[k] > MUCH * fmax(fed, r->largest)) return true;
    return false;
}

static void note_uncounted(comparer *c, const compared *e)
{
    const bool vast = c->border.kind == SN_BORDER_SCALE && c->border.scale > VAST;
    const char *why = c->uncounted || e->is_end || vast ? NULL : why_of(c, e);
    if (!why) return;
    c->uncounted = sn_arena_printf(c->arena,
                                   "'%s' differs for inputs for which the first network overflows "
                                   "inside, which does not count: %s",
                                   sn_escape(c->scratch, e->name), why);
}

/* Marks the elements of an output that are not what they were in the first run: by more than
 * roundings do, and than the last bits of what is large in it. */
static void note_variation(comparer *c, compared *e)
{
    const sn_tensor *t = e->expected;
    int64_t n = sn_tensor_count(t);
    if (!e->first) {
        e->first = t;
        sn_tensor_retain(t);
        e->varied = SN_NEW_N(c->kept_arena, bool, n);
        return;
    }
    if (!sn_shape_equal(&e->first->shape, &t->shape)) return;
    const double last_bits =
        VARIES * fmax(sn_tensor_largest_finite(t), sn_tensor_largest_finite(e->first));
    const sn_numbers before = sn_numbers_of(e->first), now = sn_numbers_of(t);
    for (int64_t i = 0; i < n; i++) {
        if (e->varied[i]) continue;
        const double was = sn_number(&before, i), is = sn_number(&now, i), by = fabs(is - was);
        const double noise = e->spread.most ? e->spread.most[i] : 0;
        if (was == is || isnan(is) || by <= last_bits || by <= SN_TIMES_MEASURED * noise) continue;
        e->varied[i] = true;
        e->n_varied++;
    }
}

static void note(comparer *c, compared *e)
{
    const sn_agreement *r = &e->now;
    const bool overflows = c->overflows && !e->known;
    if (sn_border_is_not_finite(&c->border) && !e->known) return;
    if (r->verdict == SN_DIFFERENT && overflows &&
        (c->border.kind || c->flavour == SN_FLAVOUR_HUGE)) {
        note_uncounted(c, e);
        return;
    }
    if (r->distance > e->distance) e->distance = r->distance;
    if (e->spread.n_draws && r->noise > e->noise) e->noise = r->noise;
    const bool later = r->verdict == SN_DIFFERENT && r->only_rests &&
                       !overflows; /* judged with what the other runs show */
    const bool slight = r->verdict == SN_DIFFERENT && !later && !overflows &&
                        r->share <= SN_SLIGHTLY && c->options->bound <= 0;
    if (c->border.kind && (slight || (later && !is_much(c, r)))) return;
    if (slight && !e->differs && !e->slightly) {
        e->slightly = why_of(c, e);
        c->slightly[c->flavour] = true;
        return;
    }
    if (r->share > e->share && !later) e->share = r->share;
    if (!c->border.kind) sn_rests_add(&e->rests, r, c->kept_arena);
    if (later && !c->border.kind) {
        if (!e->why_rest) e->why_rest = why_of(c, e);
    } else if (r->verdict == SN_DIFFERENT && !e->differs && !overflows) {
        e->differs = true;
        e->why = why_of(c, e);
    }
    if (e->differs && !e->is_end && c->options->bound <= 0)
        c->differs = true;      /* with a bound the distance of all runs is asked for */
    if (c->border.kind) return; /* which says nothing for what agrees */
    e->n_unmeasured += r->unmeasured;
    if (r->excused || (r->verdict == SN_DIFFERENT && c->overflows) || is_loose(c, r)) {
        e->n_excused++;
        e->beyond = e->beyond || c->overflows;
        return;
    }
    if (!e->decides && r->decides) {
        e->n_channels = r->n_channels;
        e->decides = SN_NEW_N(c->kept_arena, bool, r->n_channels + 1);
    }
    for (int64_t k = 0; r->decides && r->n_channels == e->n_channels && k < e->n_channels; k++)
        e->decides[k] = e->decides[k] || r->decides[k];
    if (e->is_output) note_variation(c, e);
}

static sn_inner_round said_of_inside(const comparer *c)
{
    if (!c->border.kind) return c->overflows ? SN_INNER_REACHES : SN_INNER_COUNTS;
    return c->overflows || sn_border_is_not_finite(&c->border) ? SN_INNER_NOTHING
                                                               : SN_INNER_REACHES;
}

/* What nothing rounds is judged without roundings. Whether something else is open. */
static bool keep_known(comparer *c)
{
    bool open = false;
    sn_border_decide(c);
    for (size_t i = 0; i < c->list.n; i++) {
        compared *e = &c->list.v[i];
        if (e->known && !sn_border_is_not_finite(&c->border) && e->now.verdict == SN_DIFFERENT)
            e->now.open = false;
        open = open || (e->seen && is_open(e));
    }
    return open;
}

/* Of the set of inputs that ran on both sides: measures what roundings do as long as that may
 * explain something. */
sn_status sn_comparer_judge(comparer *c)
{
    for (int draw = 1;; draw++) {
        bool open = judge_all(c);
        const bool inner = sn_inner_judge(c->inner);
        if (draw == 1) open = keep_known(c) && open;
        if (draw > SN_MEASUREMENTS || !(open || (inner && !c->border.kind))) break;
        if (c->border.kind && c->overflows && !sn_border_is_not_finite(&c->border))
            break;                           /* which decides nothing */
        if (c->options->bound > 0) continue; /* what is inside is looked at, nothing is measured */
        SN_TRY(sn_comparer_measure(c, draw));
    }
    if (sn_inner_end(c->inner, said_of_inside(c))) c->slightly[c->flavour] = true;
    for (size_t i = 0; i < c->list.n; i++) {
        if (c->list.v[i].seen && c->list.v[i].expected) note(c, &c->list.v[i]);
    }
    return SN_OK;
}
