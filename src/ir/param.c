/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops over parameter tables: defaults, copies, comparison, ranges. The text of params is in
 * param_text.c.
 *
 * Invariant: a `like` row stands after the row it names, so that one pass in table order settles
 * chains. */
#include "ir/param.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name;
    int n_params;
} acts[SN_N_ACTS] = {
    [SN_ACT_NONE] = {"none", 0},
    [SN_ACT_RELU] = {"relu", 0},
    [SN_ACT_LEAKY_RELU] = {"leaky_relu", 1},
    [SN_ACT_CLIP] = {"clip", 2},
    [SN_ACT_SIGMOID] = {"sigmoid", 0},
    [SN_ACT_MISH] = {"mish", 0},
    [SN_ACT_HARD_SWISH] = {"hard_swish", 2},
};

int sn_act_n_params(int32_t kind)
{
    return kind >= 0 && kind < SN_N_ACTS ? acts[kind].n_params : 0;
}

const char *sn_act_name(int32_t kind)
{
    return kind >= 0 && kind < SN_N_ACTS ? acts[kind].name : "unknown";
}

static const void *field(const sn_param *p, const void *params)
{
    return (const char *)params + p->offset;
}

static void *field_mut(const sn_param *p, void *params) { return (char *)params + p->offset; }

static bool is_int_kind(sn_param_kind kind)
{
    return kind == SN_PK_INT || kind == SN_PK_BOOL || kind == SN_PK_ENUM;
}

static size_t kind_bytes(sn_param_kind kind)
{
    switch (kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
    case SN_PK_ENUM:
        return sizeof(int32_t);
    case SN_PK_F32:
        return sizeof(float);
    case SN_PK_INTS:
        return sizeof(sn_ints);
    case SN_PK_FLOATS:
        return sizeof(sn_floats);
    case SN_PK_STR:
        return sizeof(const char *);
    case SN_PK_NAMES:
    case SN_PK_SIZES:
        return sizeof(sn_names);
    case SN_PK_ACT:
        return sizeof(sn_act);
    }
    return 0;
}

/* ---- defaults -------------------------------------------------------------------------------- */

static void init_one(const sn_param *p, void *params)
{
    void *f = field_mut(p, params);
    if (is_int_kind(p->kind)) {
        *(int32_t *)f = (int32_t)p->def;
    } else if (p->kind == SN_PK_F32) {
        *(float *)f = (float)p->def;
    } else if (p->kind == SN_PK_STR) {
        *(const char **)f = "";
    } else {
        memset(f, 0, kind_bytes(p->kind)); /* empty lists; SN_ACT_NONE */
    }
}

static void take_like(const sn_param *table, const sn_param *p, void *params)
{
    const sn_param *from = sn_param_find(table, p->like);
    assert(from && from < p && from->kind == p->kind);
    memcpy(field_mut(p, params), field(from, params), kind_bytes(p->kind));
}

void sn_param_reset(const sn_param *table, const sn_param *p, void *params)
{
    init_one(p, params);
    if (p->like) take_like(table, p, params);
}

void sn_params_init(const sn_param *table, void *params)
{
    if (!table) return;
    for (const sn_param *p = table; p->name; p++) init_one(p, params);
    sn_params_finish(table, params, 0);
}

void sn_params_finish(const sn_param *table, void *params, uint64_t given)
{
    if (!table) return;
    for (const sn_param *p = table; p->name; p++) {
        size_t row = (size_t)(p - table);
        assert(row < 64);
        if (p->like && !(given >> row & 1)) take_like(table, p, params);
    }
}

const sn_param *sn_param_find(const sn_param *table, const char *name)
{
    if (!table) return NULL;
    for (const sn_param *p = table; p->name; p++) {
        if (p->name[0] == name[0] && strcmp(p->name, name) == 0) return p;
    }
    return NULL;
}

/* ---- copies ---------------------------------------------------------------------------------- */

void *sn_params_copy(const sn_param *table, size_t bytes, const void *params, sn_arena *arena)
{
    if (bytes == 0 || !params) return NULL;
    void *copy = sn_arena_copy(arena, params, bytes);
    if (!table) return copy;
    for (const sn_param *p = table; p->name; p++) {
        void *f = field_mut(p, copy);
        if (p->kind == SN_PK_INTS) {
            sn_ints *list = f;
            *list = sn_ints_of(arena, list->n, list->v);
        } else if (p->kind == SN_PK_FLOATS) {
            sn_floats *list = f;
            *list = sn_floats_of(arena, list->n, list->v);
        } else if (p->kind == SN_PK_STR) {
            *(const char **)f = sn_arena_strdup(arena, *(const char **)f);
        } else if (p->kind == SN_PK_NAMES || p->kind == SN_PK_SIZES) {
            sn_names *list = f;
            *list = sn_names_of(arena, list->n, list->v);
        }
    }
    return copy;
}

sn_ints sn_ints_of(sn_arena *arena, int n, const int32_t *v)
{
    if (n <= 0) return (sn_ints){0, NULL};
    return (sn_ints){n, sn_arena_copy(arena, v, (size_t)n * sizeof *v)};
}

sn_floats sn_floats_of(sn_arena *arena, int n, const float *v)
{
    if (n <= 0) return (sn_floats){0, NULL};
    return (sn_floats){n, sn_arena_copy(arena, v, (size_t)n * sizeof *v)};
}

sn_names sn_names_of(sn_arena *arena, int n, const char *const *v)
{
    if (n <= 0) return (sn_names){0, NULL};
    const char **copy = SN_NEW_N(arena, const char *, n);
    for (int i = 0; i < n; i++) copy[i] = sn_arena_strdup(arena, v[i]);
    return (sn_names){n, copy};
}

/* ---- comparison ------------------------------------------------------------------------------ */

static bool names_equal(const sn_names *a, const sn_names *b)
{
    if (a->n != b->n) return false;
    for (int32_t i = 0; i < a->n; i++) {
        if (strcmp(a->v[i], b->v[i]) != 0) return false;
    }
    return true;
}

/* Numbers that the kind does not use do not count. */
bool sn_act_equal(const sn_act *a, const sn_act *b)
{
    int n = sn_act_n_params(a->kind);
    return a->kind == b->kind && (n < 1 || memcmp(&a->a, &b->a, sizeof a->a) == 0) &&
           (n < 2 || memcmp(&a->b, &b->b, sizeof a->b) == 0);
}

static bool values_equal(sn_param_kind kind, const void *a, const void *b)
{
    switch (kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
    case SN_PK_ENUM:
    case SN_PK_F32:
        return memcmp(a, b, kind_bytes(kind)) == 0;
    case SN_PK_INTS: {
        const sn_ints *x = a, *y = b;
        return x->n == y->n && (x->n == 0 || memcmp(x->v, y->v, (size_t)x->n * sizeof *x->v) == 0);
    }
    case SN_PK_FLOATS: {
        const sn_floats *x = a, *y = b;
        return x->n == y->n && (x->n == 0 || memcmp(x->v, y->v, (size_t)x->n * sizeof *x->v) == 0);
    }
    case SN_PK_STR:
        return strcmp(*(const char *const *)a, *(const char *const *)b) == 0;
    case SN_PK_NAMES:
    case SN_PK_SIZES:
        return names_equal(a, b);
    case SN_PK_ACT:
        return sn_act_equal(a, b);
    }
    return false;
}

/* Entry i of a list of which an empty one stands for the default everywhere. */
static int32_t filled_at(const sn_param *p, const sn_ints *list, int32_t i)
{
    return list->n ? list->v[i] : (int32_t)p->def;
}

static bool fillings_equal(const sn_param *p, const sn_ints *a, const sn_ints *b)
{
    const int32_t n = a->n > b->n ? a->n : b->n;
    if (a->n && b->n && a->n != b->n) return false;
    for (int32_t i = 0; i < n; i++) {
        if (filled_at(p, a, i) != filled_at(p, b, i)) return false;
    }
    return true;
}

bool sn_param_equal(const sn_param *p, const void *a, const void *b)
{
    if (p->fills) return fillings_equal(p, field(p, a), field(p, b));
    return values_equal(p->kind, field(p, a), field(p, b));
}

bool sn_params_equal(const sn_param *table, const void *a, const void *b)
{
    if (!table || a == b) return true;
    for (const sn_param *p = table; p->name; p++) {
        if (!sn_param_equal(p, a, b)) return false;
    }
    return true;
}

bool sn_param_is_default(const sn_param *table, const sn_param *p, const void *params)
{
    if (p->like) {
        const sn_param *from = sn_param_find(table, p->like);
        return from && values_equal(p->kind, field(p, params), field(from, params));
    }
    union {
        int32_t i;
        float f;
        sn_ints ints;
        sn_floats floats;
        const char *s;
        sn_names names;
        sn_act act;
    } def;
    sn_param alone = *p;
    alone.offset = 0;
    init_one(&alone, &def);
    return values_equal(p->kind, field(p, params), &def);
}

bool sn_param_matters(const sn_param *table, const sn_param *p, const void *params)
{
    if (sn_param_is_default(table, p, params)) return false;
    if (!p->fills) return true;
    const sn_ints *list = field(p, params);
    for (int32_t i = 0; i < list->n; i++) {
        if (list->v[i] != (int32_t)p->def) return true;
    }
    return false;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* "at least 0", "-8 to 7", ... */
static const char *range_text(const sn_param *p, sn_arena *arena)
{
    bool is_f32 = p->kind == SN_PK_F32 || p->kind == SN_PK_FLOATS;
    double low = is_f32 ? -(double)INFINITY : INT32_MIN;
    double high = is_f32 ? (double)INFINITY : INT32_MAX;
    const char *min = sn_float_text(arena, p->min, false),
               *max = sn_float_text(arena, p->max, false);
    if (p->min <= low) return sn_arena_printf(arena, "at most %s", max);
    if (p->max >= high) return sn_arena_printf(arena, "at least %s", min);
    return sn_arena_printf(arena, "%s to %s", min, max);
}

/* NaN is in the range only where there is none. */
static bool in_range(const sn_param *p, double v)
{
    if (isnan(v)) return isinf(p->min) && isinf(p->max);
    return v >= p->min && v <= p->max;
}

static const char *check_number(const sn_param *p, double v, bool is_f32, sn_arena *arena)
{
    if (in_range(p, v)) return NULL;
    return sn_arena_printf(arena, "%s is %s, %s expected", p->name, sn_float_text(arena, v, is_f32),
                           range_text(p, arena));
}

int sn_param_n_names(const sn_param *p)
{
    int n = 0;
    while (p->names[n]) n++;
    return n;
}

static const char *check_int(const sn_param *p, int32_t v, sn_arena *arena)
{
    if (p->kind == SN_PK_INT) return check_number(p, v, false, arena);
    if (p->kind == SN_PK_BOOL) {
        if (v == 0 || v == 1) return NULL;
        return sn_arena_printf(arena, "%s is %d, 0 or 1 expected", p->name, v);
    }
    int n = sn_param_n_names(p);
    if (v >= 0 && v < n) return NULL;
    return sn_arena_printf(arena, "%s is %d, 0 to %d expected", p->name, v, n - 1);
}

static const char *check_list_size(const sn_param *p, int32_t n, const void *v, sn_arena *arena)
{
    if (n == 0 || (n > 0 && v)) return NULL;
    return sn_arena_printf(arena, "%s is a list of %d elements without contents", p->name, n);
}

static const char *check_names(const sn_param *p, const sn_names *names, sn_arena *arena)
{
    const char *bad = check_list_size(p, names->n, names->v, arena);
    for (int32_t i = 0; !bad && i < names->n; i++) {
        if (!names->v[i]) bad = sn_arena_printf(arena, "%s[%d] is no string", p->name, i);
    }
    return bad;
}

static const char *check_one(const sn_param *p, const void *f, sn_arena *arena)
{
    const char *bad = NULL;
    switch (p->kind) {
    case SN_PK_INT:
    case SN_PK_BOOL:
    case SN_PK_ENUM:
        return check_int(p, *(const int32_t *)f, arena);
    case SN_PK_F32:
        return check_number(p, *(const float *)f, true, arena);
    case SN_PK_INTS: {
        const sn_ints *list = f;
        bad = check_list_size(p, list->n, list->v, arena);
        for (int32_t i = 0; !bad && i < list->n; i++)
            bad = check_number(p, list->v[i], false, arena);
        return bad;
    }
    case SN_PK_FLOATS: {
        const sn_floats *list = f;
        bad = check_list_size(p, list->n, list->v, arena);
        for (int32_t i = 0; !bad && i < list->n; i++)
            bad = check_number(p, list->v[i], true, arena);
        return bad;
    }
    case SN_PK_STR:
        return *(const char *const *)f ? NULL : sn_arena_printf(arena, "%s is no string", p->name);
    case SN_PK_NAMES:
    case SN_PK_SIZES:
        return check_names(p, f, arena);
    case SN_PK_ACT: {
        int32_t kind = ((const sn_act *)f)->kind;
        if (kind >= 0 && kind < SN_N_ACTS) return NULL;
        return sn_arena_printf(arena, "%s is activation %d, 0 to %d expected", p->name, kind,
                               SN_N_ACTS - 1);
    }
    }
    return NULL;
}

const char *sn_params_check(const sn_param *table, const void *params, sn_arena *arena)
{
    if (!table) return NULL;
    for (const sn_param *p = table; p->name; p++) {
        const char *bad = check_one(p, field(p, params), arena);
        if (bad) return bad;
    }
    return NULL;
}
