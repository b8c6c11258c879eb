/* SPDX-License-Identifier: Apache-2.0
 *
 * Which keys queries look at, as far as that is known when the network is compiled: a causal
 * attention says so by its param, others by the contents of a constant mask. Blocks of keys that
 * all queries of a group do not look at are left out by the code; where a hidden key has a score of
 * its own, only once that can have no weight (attention.ct). */
#include <math.h>

#include "kernels/attention_parts.h"

typedef struct seen {
    const sn_tensor *mask;
    bool adds;
    int64_t matrices, rows, dst; /* rows: 1 where there is one for all queries */
} seen;

static bool seen_of(const sn_node *node, const attention_config *c, seen *out)
{
    const sn_value *v = c->mask ? sn_in(node, c->mask_slot) : NULL;
    const sn_tensor *mask = v ? sn_const_of(v) : NULL;
    if (!mask || (mask->type != SN_TYPE_bool && mask->type != SN_TYPE_f32)) return false;
    const int64_t rows = c->mask_row ? c->src : 1, n = sn_shape_count(&v->shape);
    if (sn_tensor_data(mask) == NULL || n % (rows * c->dst) != 0) return false;
    *out = (seen){mask, !c->hides, n / (rows * c->dst), rows, c->dst};
    return true;
}

/* Summands that are as low as this hide a key unless scores are large, which is found out when
 * they are known. */
#define LOW (-1000.0f)

static float summand(const seen *s, int64_t i)
{
    return ((const float *)sn_tensor_data(s->mask))[i];
}

/* NaN is looked at. */
static bool looks(const seen *s, int64_t i, float least)
{
    if (!s->adds) return ((const bool *)sn_tensor_data(s->mask))[i];
    return !(summand(s, i) <= least);
}

/* Of row i of that matrix. */
static attention_span row_span(const seen *s, int64_t matrix, int64_t i, float least)
{
    const int64_t at = (matrix * s->rows + i) * s->dst;
    attention_span r = {0, s->dst, 0};
    while (r.end > 0 && !looks(s, at + r.end - 1, least)) r.end--;
    while (r.first < r.end && !looks(s, at + r.first, least)) r.first++;
    while (r.plain < s->dst && looks(s, at + r.plain, -INFINITY) &&
           (!s->adds || summand(s, at + r.plain) == 0))
        r.plain++;
    return r;
}

/* Whether row i shows the keys in front of `end`, without summands, and no others. */
static bool shows_up_to(const seen *s, int64_t matrix, int64_t i, int64_t end)
{
    const int64_t at = (matrix * s->rows + i) * s->dst;
    if (row_span(s, matrix, i, -INFINITY).plain < end) return false;
    for (int64_t j = end; j < s->dst; j++)
        if (looks(s, at + j, -INFINITY)) return false;
    return true;
}

static bool is_causal(const seen *s, int64_t before)
{
    if (before < 0) return false;
    for (int64_t m = 0; m < s->matrices; m++) {
        for (int64_t i = 0; i < s->rows; i++)
            if (!shows_up_to(s, m, i, i + 1 + before < s->dst ? i + 1 + before : s->dst))
                return false;
    }
    return true;
}

/* The largest of the summands that hide, but are no -inf. */
static bool has_low(const seen *s, float *most)
{
    *most = -INFINITY;
    for (int64_t i = 0; i < s->matrices * s->rows * s->dst; i++)
        if (!looks(s, i, LOW)) *most = fmaxf(*most, summand(s, i));
    return *most != -INFINITY;
}

void sn_attention_look(const sn_node *node, attention_config *c)
{
    seen s;
    if (!seen_of(node, c, &s)) return;
    const int64_t before = row_span(&s, 0, 0, -INFINITY).end - 1;
    /* A summand of -inf gives that score, whatever is hidden elsewhere. */
    const bool alike = c->hides || c->hidden == -INFINITY;
    if (!c->bias && !c->causal && alike && s.rows > 1 && is_causal(&s, before)) {
        c->mask = c->hides = false;
        c->causal = true;
        c->before = before;
        return;
    }
    c->spans = true;
    if (s.adds) c->bounds = !c->bias && has_low(&s, &c->most);
}

attention_span sn_attention_span_of(const sn_node *node, const attention_config *c, int64_t g)
{
    attention_span all = {0, c->dst, 0};
    const float least = c->bounds ? LOW : -INFINITY;
    seen s;
    const int64_t from = sn_attention_group_at(c, g), next = sn_attention_group_at(c, g + 1),
                  to = next < c->src ? next : c->src;
    if (c->spans && seen_of(node, c, &s)) {
        all = (attention_span){c->dst, 0, c->dst};
        for (int64_t m = 0; m < s.matrices; m++) {
            for (int64_t i = s.rows > 1 ? from : 0; i < (s.rows > 1 ? to : 1); i++) {
                const attention_span r = row_span(&s, m, i, least);
                if (r.first < r.end && r.first < all.first) all.first = r.first;
                if (r.end > all.end) all.end = r.end;
                if (r.plain < all.plain) all.plain = r.plain;
            }
        }
        if (all.first > all.end || c->counts || c->bounds) all.first = 0;
    }
    if (c->causal && to + c->before < all.end) all.end = to + c->before;
    return all;
}
