/* SPDX-License-Identifier: Apache-2.0
 *
 * Candidates are tried in order until inference accepts one: the hints, then image-like sizes for
 * every rank, of what has no hint first. */
#include "ref/shapes.h"

#include <string.h>

#include "base/map.h"
#include "ops/cost.h"
#include "ops/structure.h"
#include "ref/run.h"

typedef struct shape_candidate {
    bool hint;    /* hints alone */
    bool hints;   /* where there are some; the rest as follows */
    int rank;     /* for inputs without one */
    int64_t size; /* for axes without one */
    bool large;   /* inputs may have more than MANY_ELEMENTS */
    bool equal;   /* `size` is that of a first of three axes, too, which else are 3 channels */
    bool narrow;  /* of an input's axes that would have `size` the first has, the others NARROW */
} shape_candidate;

/* Sizes that networks are often made for, small ones first; then every size up to MAX_SWEEP. */
static const int64_t sizes[] = {64,  32,  128, 112, 96,  224, 160, 192, 256,
                                320, 416, 227, 299, 300, 384, 512, 640};
enum { N_SIZES = sizeof sizes / sizeof sizes[0], MAX_SWEEP = 260 };
#define MANY_ELEMENTS (1 << 21) /* of an input: tried after all sizes that have fewer */

/* Multiplications from which on a guess is halved as long as something fits, down to the least: a
 * network is run dozens of times. */
#define MANY_MACS 1e9
enum { LEAST_HALVED = 8, MACS_OF_ELEMENT = 32 };
enum { MOST_REFUSED = 32 }; /* of sizes of a rank that fit, by a wish */
/* Elements of all results, 1 GB of floats, beyond which a guess is none: where every axis has one
 * size, a reshape that only takes multiples of 42 may ask for a million times what it needs. */
#define VAST_ELEMENTS (1 << 28)
enum { NARROW = 4, MAX_EQUAL = 32 };
static const int ranks[] = {3, 1, 2, 4};

static const sn_ints *hint_of(const sn_node *input)
{
    return &((const sn_input_params *)input->params)->hint;
}

const sn_ints *sn_input_hint(const sn_value *v) { return hint_of(v->def); }

/* *sized: an axis of the input has `size` already. */
static sn_dim choose(const shape_candidate *c, const sn_ints *hint, int rank, int axis, bool *sized)
{
    const int64_t hinted = hint->n == rank ? hint->v[axis] : -1;
    if (c->hint || (c->hints && hinted > 0)) return hinted;
    if (rank == 3 && axis == 0 && !c->equal) return 3;
    const bool is_narrow = c->narrow && *sized;
    *sized = true;
    return is_narrow ? NARROW : c->size;
}

/* The values of a clone by their ids: in it, more may have resolved, and what nodes made is made by
 * others then. In the clone's scratch memory. */
static sn_value **values_of(sn_graph *clone)
{
    sn_value **values = SN_NEW_N(clone->scratch, sn_value *, clone->n_ids);
    SN_EACH_NODE(n, clone)
    {
        for (uint16_t i = 0; i < n->n_out; i++) values[n->out[i]->id] = n->out[i];
    }
    return values;
}

/* Of a value that must have the shape of that input, and of which more is known; NULL: none. */
static const sn_shape *demanded_of(const sn_graph *g, sn_value *const *values, uint32_t id)
{
    uint32_t x, y;
    for (size_t k = 0; sn_dims_alike(g->dims, k, &x, &y); k++) {
        const sn_value *v = x == id ? values[y] : y == id ? values[x] : NULL;
        if (v && sn_shape_known(&v->shape)) return &v->shape;
    }
    return NULL;
}

static bool takes_hint(const shape_candidate *c, const sn_node *input)
{
    return c->hint || (c->hints && hint_of(input)->n);
}

/* false: the candidate says nothing for some axis. */
static bool pin_input(sn_graph *g, sn_value *const *values, const shape_candidate *c, sn_value *v)
{
    const sn_ints *hint = hint_of(v->def);
    sn_shape *s = &v->shape;
    const sn_shape *demanded = c->hint ? NULL : demanded_of(g, values, v->id);
    if (demanded && (s->rank < 0 || (s->rank == demanded->rank && !sn_shape_known(s))))
        *s = *demanded;
    if (s->rank < 0) {
        if (c->hint && !hint->n) return false;
        s->rank = (int8_t)(takes_hint(c, v->def) ? hint->n : c->rank);
        for (int k = 0; k < s->rank; k++) s->d[k] = -1;
    }
    bool sized = false;
    for (int k = 0; k < s->rank; k++) {
        if (sn_dim_known(s->d[k])) continue;
        s->d[k] = choose(c, hint, s->rank, k, &sized);
        if (s->d[k] <= 0) return false;
    }
    const int64_t count = sn_shape_count(s);
    return c->hint || c->large || (count >= 0 && count <= MANY_ELEMENTS);
}

/* Those with hints first: others may have to be like them. */
static bool pin(sn_graph *g, const shape_candidate *c)
{
    sn_value *const *values = values_of(g);
    for (int hinted = 1; hinted >= 0; hinted--) {
        SN_EACH_NODE(n, g)
        {
            if (!sn_op_has(n->op, SN_TRAIT_INPUT) || takes_hint(c, n) != hinted) continue;
            for (uint16_t i = 0; i < n->n_out; i++) {
                if (!pin_input(g, values, c, n->out[i])) return false;
            }
        }
    }
    return true;
}

static bool value_agrees(const sn_value *proved, const sn_value *sized)
{
    const sn_shape *a = &proved->shape, *b = &sized->shape;
    if (a->rank >= 0 && a->rank != b->rank) return false;
    for (int k = 0; k < a->rank; k++) {
        if (sn_dim_known(a->d[k]) && a->d[k] != b->d[k]) return false;
    }
    return true;
}

/* Whether every size proved in one graph is that of the same value in the other, a clone of it.
 * Operators were resolved by those proofs: at other sizes the clone could be run, and would not be
 * the network that was read. */
static bool agrees(const sn_graph *proved, sn_graph *sized)
{
    const sn_arena_mark mark = sn_arena_save(sized->scratch);
    sn_value *const *values = values_of(sized);
    bool ok = true;
    SN_EACH_NODE(p, proved)
    {
        for (uint16_t i = 0; i < p->n_out && ok && !p->op->adapts; i++) {
            const sn_value *v = values[p->out[i]->id];
            ok = !v || value_agrees(p->out[i], v);
        }
    }
    sn_arena_restore(sized->scratch, mark);
    return ok;
}

/* What is n in the clone; NULL: it is gone there. */
static const sn_node *same_in(sn_value *const *values, const sn_node *n)
{
    const sn_value *v = n->n_out ? values[n->out[0]->id] : NULL;
    return v ? v->def : NULL;
}

/* Sizes that sinter chooses are ones at which operands fit. */
static bool adds_boundary(const sn_graph *g, sn_graph *sized)
{
    const sn_arena_mark mark = sn_arena_save(sized->scratch);
    sn_value *const *values = values_of(sized);
    bool adds = false;
    SN_EACH_NODE(n, g)
    {
        const sn_node *s = same_in(values, n);
        adds = adds || (s && s->boundary && !n->boundary);
    }
    sn_arena_restore(sized->scratch, mark);
    return adds;
}

/* The sizes of values, those of inputs among them, that the clone has, by what they are in g. */
typedef struct given_sizes {
    const sn_graph *open;
    sn_graph *sized;
    sn_map *numbers; /* of a symbol, + 1; NULL: not asked for yet */
} given_sizes;

static void note_given(given_sizes *given)
{
    sn_value *const *values = values_of(given->sized);
    given->numbers = sn_map_create(given->sized->scratch);
    SN_EACH_NODE(n, given->open)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = values[n->out[i]->id];
            const sn_shape *s = &n->out[i]->shape;
            for (int k = 0; v && k < s->rank && s->rank == v->shape.rank; k++) {
                if (!sn_dim_known(s->d[k]) && sn_dim_known(v->shape.d[k]))
                    sn_map_put_u64(given->numbers, (uint64_t)s->d[k],
                                   (void *)(uintptr_t)(v->shape.d[k] + 1));
            }
        }
    }
}

static int64_t size_given(void *user, sn_dim symbol)
{
    given_sizes *given = user;
    if (!given->numbers) note_given(given);
    return (int64_t)(uintptr_t)sn_map_get_u64(given->numbers, (uint64_t)symbol) - 1;
}

/* Values that must be of one shape are, as far as both are there. */
static bool are_alike(const sn_graph *open, sn_graph *sized)
{
    uint32_t id, other;
    if (!sn_dims_alike(open->dims, 0, &id, &other)) return true;
    sn_value *const *values = values_of(sized);
    for (size_t k = 0; sn_dims_alike(open->dims, k, &id, &other); k++) {
        const sn_value *v = values[id], *w = values[other];
        if (v && w && sn_shape_differ(sized->dims, &v->shape, &w->shape)) return false;
    }
    return true;
}

/* Whether the sizes that values have in the clone are ones at which what became of operators of a
 * format is what those do. */
static bool meets_demands(const sn_graph *open, sn_graph *sized)
{
    const sn_arena_mark mark = sn_arena_save(sized->scratch);
    given_sizes given = {open, sized, NULL};
    const bool meets =
        are_alike(open, sized) && sn_dims_meet_demands(open->dims, size_given, &given);
    sn_arena_restore(sized->scratch, mark);
    return meets;
}

bool sn_sizes_fit(const sn_graph *proved, sn_graph *sized)
{
    return agrees(proved, sized) && meets_demands(proved, sized) && !adds_boundary(proved, sized);
}

/* The input of g that has that name as the k-th (from 0); NULL: none. */
static const sn_value *input_named(const sn_graph *g, const char *name, int k)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++) {
            const char *own = n->out[i]->name;
            if (strcmp(own ? own : "", name ? name : "") == 0 && k-- == 0) return n->out[i];
        }
    }
    return NULL;
}

const sn_value *sn_input_like(const sn_graph *g, const sn_graph *of, const sn_value *v)
{
    int k = 0;
    SN_EACH_NODE(n, of)
    {
        for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++) {
            if (n->out[i] == v) return input_named(g, v->name, k);
            const char *name = n->out[i]->name;
            k += strcmp(name ? name : "", v->name ? v->name : "") == 0;
        }
    }
    return NULL;
}

/* Gives inputs the sizes of those of the same name in `like`. */
static void give_sizes_of(sn_graph *g, const sn_graph *like)
{
    sn_map *met = sn_map_create(g->scratch);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++) {
            const char *name = n->out[i]->name ? n->out[i]->name : "";
            const uintptr_t k = (uintptr_t)sn_map_get(met, name);
            const sn_value *v = input_named(like, name, (int)k);
            sn_map_put(met, name, (void *)(k + 1));
            if (v) n->out[i]->shape = v->shape;
        }
    }
}

sn_status sn_graph_takes_sizes(const sn_graph *g, const sn_graph *like, bool *fit)
{
    sn_graph *clone = sn_graph_clone(g);
    give_sizes_of(clone, like);
    sn_infer_forget(clone);
    const sn_status status = sn_infer_graph(clone);
    *fit = status == SN_OK && sn_sizes_fit(g, clone);
    sn_graph_destroy(clone);
    return status;
}

/* A clone of g whose inputs have their sizes, or NULL where it is none: inferred, unless these are
 * `refused` already. It is *out, or destroyed. boundaries: it may have more than g. wish NULL: any.
 */
static sn_status accept(const sn_graph *proved, const sn_graph *g, sn_graph *clone, bool refused,
                        bool boundaries, sn_size_wish *wish, sn_graph **out)
{
    sn_status status = SN_E_SHAPE;
    if (!refused) {
        sn_infer_forget(clone);
        status = sn_infer_graph(clone);
    }
    if (status == SN_OK && agrees(proved, clone) && meets_demands(g, clone) &&
        (boundaries || !adds_boundary(g, clone))) {
        bool fits = true;
        status = wish && wish->fits ? wish->fits(wish->user, clone, &fits) : SN_OK;
        if (status == SN_OK && fits) {
            *out = clone;
            return SN_OK;
        }
        if (status == SN_OK) wish->n_refused++;
        sn_graph_destroy(clone);
        return status;
    }
    sn_ctx_clear_error(g->ctx);
    sn_graph_destroy(clone);
    return status == SN_E_SHAPE ? SN_OK : status;
}

static sn_status attempt(const sn_graph *proved, const sn_graph *g, const shape_candidate *c,
                         sn_size_wish *wish, sn_graph **out)
{
    sn_graph *clone = sn_graph_clone(g);
    const bool refused = !pin(clone, c);
    return accept(proved, g, clone, refused, c->hint, wish, out);
}

sn_status sn_graph_at_given_sizes(const sn_graph *g, const sn_shape *shapes, sn_size_wish *wish,
                                  sn_graph **out)
{
    *out = NULL;
    sn_graph *clone = sn_graph_clone(g);
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(clone, clone->scratch, &n);
    for (size_t i = 0; i < n; i++) inputs[i]->shape = shapes[i];
    return accept(g, g, clone, false, false, wish, out);
}

static bool all_known(const sn_graph *g, bool *ranks_known)
{
    bool known = true;
    *ranks_known = true;
    SN_EACH_NODE(n, g)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (n->out[i]->shape.rank < 0) *ranks_known = false;
            if (!sn_shape_known(&n->out[i]->shape)) known = false;
        }
    }
    return known;
}

/* With ranks put in, weights may say how many channels an input has. */
static sn_status with_rank(const sn_graph *g, int rank, bool hints, sn_graph **out)
{
    sn_graph *clone = sn_graph_clone(g);
    SN_EACH_NODE(n, clone)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            sn_shape *s = &n->out[i]->shape;
            if (s->rank >= 0) continue;
            s->rank = (int8_t)(hints && hint_of(n)->n ? hint_of(n)->n : rank);
            for (int k = 0; k < s->rank; k++)
                s->d[k] = sn_dim_symbol(clone->dims, n->out[i]->id, k);
        }
    }
    sn_infer_forget(clone);
    sn_status status = sn_infer_graph(clone);
    if (status == SN_OK) {
        *out = clone;
        return SN_OK;
    }
    sn_ctx_clear_error(g->ctx);
    sn_graph_destroy(clone);
    return status == SN_E_SHAPE ? SN_OK : status;
}

static bool says_all(const sn_ints *hint)
{
    for (int i = 0; i < hint->n; i++)
        if (hint->v[i] <= 0) return false;
    return hint->n > 0;
}

/* Some inputs, or axes, of unknown size have hints, others do not. */
static bool has_hints_for_some(const sn_graph *g)
{
    bool some = false, all = true;
    SN_EACH_NODE(n, g)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT) || sn_shape_known(&n->out[0]->shape)) continue;
        some = some || hint_of(n)->n;
        all = all && says_all(hint_of(n));
    }
    return some && !all;
}

/* Of two clones of one graph. */
static bool same_inputs(const sn_graph *a, sn_graph *b)
{
    const sn_arena_mark mark = sn_arena_save(b->scratch);
    sn_value *const *values = values_of(b);
    bool same = true;
    SN_EACH_NODE(n, a)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        same = same && sn_shape_equal(&n->out[0]->shape, &values[n->out[0]->id]->shape);
    }
    sn_arena_restore(b->scratch, mark);
    return same;
}

double sn_graph_weight(const sn_graph *g)
{
    const sn_workload w = sn_graph_work(g);
    return w.macs + MACS_OF_ELEMENT * w.elements;
}

static bool is_heavy(const sn_graph *g) { return sn_graph_weight(g) > MANY_MACS; }

/* c fits, and is *out: halves of it instead while that is heavy. */
static sn_status lighten(const sn_graph *g, const sn_graph *ranked, shape_candidate c,
                         sn_size_wish *wish, sn_graph **out)
{
    for (c.size /= 2; c.size >= LEAST_HALVED && is_heavy(*out); c.size /= 2) {
        sn_graph *lighter = NULL;
        SN_TRY(attempt(g, ranked, &c, wish, &lighter));
        if (!lighter) continue;
        sn_graph_destroy(*out);
        *out = lighter;
    }
    return SN_OK;
}

static bool is_vast(const sn_graph *g) { return sn_graph_work(g).elements > VAST_ELEMENTS; }

/* equal: of inputs of three axes, as shape_candidate says; small sizes alone, which keep it cheap.
 */
static sn_status guess_with(const sn_graph *g, bool hints, bool equal, sn_size_wish *wish,
                            sn_graph **out)
{
    enum { SMALL, LARGE, LONG, N_TURNS, N_OF_TURN = N_SIZES + MAX_SWEEP };
    const int64_t n_tries = wish->few ? N_SIZES : equal ? MAX_EQUAL : N_TURNS * N_OF_TURN;
    bool ranks_known;
    all_known(g, &ranks_known);
    for (size_t r = 0; r < sizeof ranks / sizeof ranks[0] && !*out; r++) {
        sn_graph *ranked = NULL;
        if ((wish->rank && wish->rank != ranks[r]) || (equal && !ranks_known && ranks[r] != 3))
            continue;
        SN_TRY(with_rank(g, ranks[r], hints, &ranked));
        if (!ranked) continue;
        bool some_are_vast = false;
        wish->n_refused = 0;
        for (int64_t k = 0; k < n_tries && !*out && wish->n_refused < MOST_REFUSED; k++) {
            const int64_t turn = k / N_OF_TURN, i = k % N_OF_TURN;
            if (turn == LONG && !some_are_vast) break;
            shape_candidate c = {.hints = hints,
                                 .rank = ranks[r],
                                 .size = equal         ? i + 1
                                         : i < N_SIZES ? sizes[i]
                                                       : i - N_SIZES + 1,
                                 .large = turn != SMALL,
                                 .equal = equal,
                                 .narrow = turn == LONG};
            SN_TRY(attempt(g, ranked, &c, wish, out));
            if (!*out) continue;
            SN_TRY(lighten(g, ranked, c, wish, out));
            const bool vast = is_vast(*out);
            some_are_vast = some_are_vast || vast;
            if (!vast && !(wish->few && is_heavy(*out)) &&
                !(wish->unlike && same_inputs(*out, wish->unlike)))
                continue;
            sn_graph_destroy(*out);
            *out = NULL;
        }
        sn_graph_destroy(ranked);
        if (ranks_known) break;
    }
    return SN_OK;
}

sn_status sn_graph_at_chosen_size(const sn_graph *g, sn_size_wish *wish, sn_graph **out)
{
    *out = NULL;
    if (has_hints_for_some(g)) SN_TRY(guess_with(g, true, false, wish, out));
    if (!*out) SN_TRY(guess_with(g, false, false, wish, out));
    return *out ? SN_OK : guess_with(g, false, true, wish, out);
}

sn_status sn_graph_at_some_size(const sn_graph *g, sn_graph **out, bool *guessed)
{
    *out = NULL;
    if (guessed) *guessed = false;
    bool ranks_known;
    if (all_known(g, &ranks_known)) {
        shape_candidate none = {.hint = true};
        return attempt(g, g, &none, NULL, out);
    }
    shape_candidate hints = {.hint = true};
    SN_TRY(attempt(g, g, &hints, NULL, out));
    if (*out || !guessed) return SN_OK;
    *guessed = true;
    return sn_graph_at_chosen_size(g, &(sn_size_wish){0}, out);
}

static sn_status mark(sn_graph *g, bool foreseen)
{
    sn_graph *sized = NULL;
    sn_status status = sn_graph_at_some_size(g, &sized, NULL);
    if (status == SN_E_MEMORY) return status;
    if (status != SN_OK) sn_ctx_clear_error(g->ctx); /* inferring g decides */
    status = SN_OK;
    sn_value *const *values = sized ? values_of(sized) : NULL;
    for (sn_node *n = g->first; n && values; n = n->next) {
        const sn_node *s = same_in(values, n);
        if (!s || !s->boundary) continue;
        if (foreseen && !n->boundary && !n->may_bound)
            status = sn_node_fail(g->ctx, n, SN_E_INTERNAL,
                                  "it is a boundary at some size, which inference did not foresee");
        if (n->boundary && n->no_rule == s->no_rule)
            n->boundary = sn_arena_strdup(g->arena, s->boundary); /* with numbers in it */
        else
            sn_node_set_boundary(n, s->boundary, s->no_rule);
    }
    sn_graph_destroy(sized);
    return status;
}

static bool has_loose(const sn_graph *g)
{
    for (size_t i = 0; i < g->ops.n; i++) {
        if (g->ops.v[i].n && g->ops.v[i].op->loose) return true;
    }
    return false;
}

/* Without what loose operators teach. Whether hints have to be tried before they do. */
static sn_status infer_unlearned(sn_graph *g, bool *try_hints)
{
    sn_dims_put_off(g->dims);
    const sn_status status = sn_infer_graph(g);
    *try_hints = sn_dims_end_put_off(g->dims) || status == SN_E_SHAPE;
    if (status == SN_E_SHAPE) sn_ctx_clear_error(g->ctx); /* inferring it once more decides */
    return status == SN_E_SHAPE ? SN_OK : status;
}

sn_status sn_infer_as_read(sn_graph *g)
{
    bool ranks_known, try_hints = false, any = false;
    const bool may_learn = has_loose(g) && !all_known(g, &ranks_known);
    if (may_learn) SN_TRY(infer_unlearned(g, &try_hints));
    if (try_hints) SN_TRY(mark(g, false));
    if (try_hints || !may_learn) SN_TRY(sn_infer_graph(g));
    SN_EACH_NODE(n, g) any = any || n->may_bound;
#ifndef NDEBUG
    any = true; /* and is checked */
#endif
    return any && !try_hints && !all_known(g, &ranks_known) ? mark(g, true) : SN_OK;
}

static bool contradicts(const sn_ints *hint, const sn_shape *s)
{
    if (!hint->n || s->rank < 0) return false;
    if (hint->n != s->rank) return true;
    for (int k = 0; k < s->rank; k++) {
        if (hint->v[k] > 0 && sn_dim_known(s->d[k]) && s->d[k] != hint->v[k]) return true;
    }
    return false;
}

const sn_value *sn_contradicted_hint(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < n->n_out; i++) {
            if (contradicts(hint_of(n), &n->out[i]->shape)) return n->out[i];
        }
    }
    return NULL;
}
