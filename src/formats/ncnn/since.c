/* SPDX-License-Identifier: Apache-2.0
 *
 * Look-ups in since.def, and targets for a release. */
#include "formats/ncnn/since.h"

#include <stdlib.h>
#include <string.h>

#include "formats/ncnn/map.h"
#include "formats/ncnn/ncnn.h"

typedef enum row_kind { ROW_TYPE, ROW_PARAM, ROW_VALUE, ROW_RANK, ROW_FORM } row_kind;
typedef struct since_row {
    row_kind kind;
    const char *type;
    int id, value; /* ROW_RANK: the rank is the id; ROW_FORM: the form */
    sn_ncnn_release since;
} since_row;

/* What no param says by itself. */
enum { FORM_wide_query }; /* queries of another width than the heads have together */

#define RELEASE(tag)
#define PARAM_IDS(n, tag)
#define FEATURES(tag)
#define TYPE(type, tag)             {ROW_TYPE, #type, 0, 0, tag},
#define PARAM(type, id, tag)        {ROW_PARAM, #type, id, 0, tag},
#define VALUE(type, id, value, tag) {ROW_VALUE, #type, id, value, tag},
#define RANK(type, rank, tag)       {ROW_RANK, #type, rank, 0, tag},
#define FORM(type, form, tag)       {ROW_FORM, #type, FORM_##form, 0, tag},
static const since_row rows[] = {
#include "formats/ncnn/since.def"
};
#undef RELEASE
#undef PARAM_IDS
#undef FEATURES
#undef TYPE
#undef PARAM
#undef VALUE
#undef RANK
#undef FORM

enum { OLD_IDS = 20, N_ROWS = sizeof rows / sizeof rows[0] };

#define RELEASE(tag) tag,
#define PARAM_IDS(n, tag)
#define FEATURES(tag)
#define TYPE(type, tag)
#define PARAM(type, id, tag)
#define VALUE(type, id, value, tag)
#define RANK(type, rank, tag)
#define FORM(type, form, tag)
static const sn_ncnn_release releases[] = {
#include "formats/ncnn/since.def"
};
#undef RELEASE
#undef PARAM_IDS
#undef FEATURES

#define RELEASE(tag)
#define PARAM_IDS(n, tag) IDS_SINCE = tag,
#define FEATURES(tag)     FEATURES_SINCE = tag,
enum {
#include "formats/ncnn/since.def"
};
#undef RELEASE
#undef PARAM_IDS
#undef FEATURES
#undef TYPE
#undef PARAM
#undef VALUE
#undef RANK
#undef FORM

enum { N_RELEASES = sizeof releases / sizeof releases[0] };

/* The type's own row; those about it follow it. */
static const since_row *rows_of(const char *type)
{
    for (int i = 0; i < N_ROWS; i++)
        if (rows[i].kind == ROW_TYPE && strcmp(rows[i].type, type) == 0) return &rows[i];
    return NULL;
}

static bool is_about(const since_row *r, const since_row *type)
{
    return r < rows + N_ROWS && r->kind != ROW_TYPE && strcmp(r->type, type->type) == 0;
}

/* Whether a runtime that does not read the param does the same. */
static bool is_default(const sn_ncnn_values *v, int id)
{
    sn_ncnn_value set[SN_NCNN_N_PARAMS];
    sn_ncnn_values without;
    memcpy(set, v->v, sizeof set);
    set[id] = (sn_ncnn_value){.form = SN_NCNN_ABSENT};
    sn_ncnn_resolve(v->layer, set, &without);
    return sn_ncnn_value_equal(&without.v[id], &v->v[id]);
}

static bool has_wide_query(const sn_ncnn_values *v)
{
    int64_t embed = sn_ncnn_get(v, "embed_dim"), n = sn_ncnn_get(v, "weight_data_size");
    return n > 0 && n != embed * embed;
}

static bool is_needed(const sn_ncnn_values *v, const since_row *r)
{
    if (r->kind == ROW_FORM) return r->id == FORM_wide_query && has_wide_query(v);
    if (r->kind == ROW_VALUE) return sn_ncnn_int(v, r->id) >= r->value;
    return r->kind == ROW_PARAM && !is_default(v, r->id);
}

static const char *describe(sn_arena *arena, const sn_ncnn_values *v, int id)
{
    const sn_ncnn_param *p = sn_ncnn_param_of(v->layer, id);
    if (p->kind == SN_NCNN_INT) return sn_arena_printf(arena, "%s %d", p->name, sn_ncnn_int(v, id));
    return p->name;
}

sn_ncnn_need sn_ncnn_needs(sn_arena *arena, const sn_ncnn_values *v)
{
    const since_row *type = rows_of(v->layer->type), *top = type;
    if (!type) return (sn_ncnn_need){SN_NCNN_NEWEST, v->layer->type};
    for (const since_row *r = type + 1; is_about(r, type); r++)
        if (r->since > top->since && is_needed(v, r)) top = r;
    if (top == type) return (sn_ncnn_need){top->since, v->layer->type};
    const char *form = "a query of another width than embed_dim";
    return (sn_ncnn_need){top->since, top->kind == ROW_FORM ? form : describe(arena, v, top->id)};
}

sn_ncnn_release sn_ncnn_rank_since(const sn_ncnn_layer *layer, int rank)
{
    const since_row *type = rows_of(layer->type);
    if (!type) return SN_NCNN_NEWEST;
    for (const since_row *r = type + 1; is_about(r, type); r++)
        if (r->kind == ROW_RANK && r->id == rank) return r->since;
    return 0;
}

sn_ncnn_release sn_ncnn_id_since(int id) { return id < OLD_IDS ? 0 : IDS_SINCE; }
sn_ncnn_release sn_ncnn_features_since(void) { return FEATURES_SINCE; }

const char *sn_ncnn_release_name(sn_arena *arena, sn_ncnn_release r)
{
    if (r <= releases[N_RELEASES - 1]) return sn_arena_printf(arena, "ncnn %d", r);
    return sn_arena_printf(arena, "a release of ncnn after %d", releases[N_RELEASES - 1]);
}

/* ---- targets --------------------------------------------------------------------------------- */

sn_status sn_ncnn_spelling_of(const sn_graph *g, sn_arena *arena, const char *version,
                              const sn_spelling **out)
{
    sn_ctx *ctx = g->ctx;
    if (!version || !*version) {
        *out = &sn_ncnn_spelling;
        return SN_OK;
    }
    const char *plus = strchr(version, '+');
    SN_CHECK(ctx, !plus, SN_E_ARG, "'%s': files of ncnn have no operators of one run time alone",
             plus + 1);
    char *end = NULL;
    long tag = strtol(version, &end, 10);
    bool is_date = strlen(version) == 8 && !*end;
    const sn_ncnn_release *before = NULL;
    for (int i = 0; i < N_RELEASES && releases[i] <= tag; i++) before = &releases[i];
    SN_CHECK(ctx, is_date, SN_E_ARG, "'%s': a release of ncnn is expected, like %d", version,
             releases[N_RELEASES - 1]);
    SN_CHECK(ctx, before, SN_E_ARG, "ncnn %s: %d is the oldest release that can be aimed at",
             version, releases[0]);
    SN_CHECK(ctx, *before == tag, SN_E_ARG,
             "ncnn %s: no release that is known; the last before it is %d", version, *before);
    sn_spelling *t = SN_NEW(arena, sn_spelling);
    *t = sn_ncnn_spelling;
    t->name = sn_arena_printf(arena, "ncnn %ld", tag);
    t->version = tag;
    *out = t;
    return SN_OK;
}

sn_ncnn_release sn_ncnn_release_of(const sn_spelling *target)
{
    return target && target->version ? (sn_ncnn_release)target->version : SN_NCNN_NEWEST;
}
