/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of map.def, and what their names mean: looked up once, because every layer of every
 * network asks. */
#include "formats/ncnn/map.h"
#include "formats/ncnn/ops/ops.h"

#include <pthread.h>
#include <string.h>

#define TIES(name)                                 static const sn_ncnn_tie ties_##name[] = {
#define HOOKED(type, op, hooks)                    TIES(type##_##op)
#define ROW(type, op)                              HOOKED(type, op, )
#define SWAPPED(type, op, hooks)                   TIES(swapped_##type##_##op)
#define OWN(type, op)                              OWN_HOOKED(type, op, )
#define OWN_HOOKED(type, op, hooks)                TIES(own_##type##_##op)
#define OWN_SWAPPED(type, op, hooks)               TIES(own_swapped_##type##_##op)
#define WRITTEN                                    HOOKED
#define UNRESOLVED(type, op)                       HOOKED(type, op, )
#define UNRESOLVED_HOOKED                          HOOKED
#define UNRESOLVED_AS(type, own, op)               HOOKED(type, own, )
#define UNRESOLVED_AS_HOOKED(type, own, op, hooks) HOOKED(type, own, hooks)
#define RENAME(ncnn, op)                           {SN_TIE_RENAME, #ncnn, #op, 0},
#define SIZE(ncnn, op)                             {SN_TIE_SIZE, #ncnn, #op, 0},
#define HAS(ncnn, op)                              {SN_TIE_HAS, #ncnn, #op, 0},
#define DIM(ncnn, op, axis)                        {SN_TIE_DIM, #ncnn, #op, axis},
#define GUARD(ncnn, op)                            {SN_TIE_GUARD, #ncnn, #op, 0},
#define WHEN(ncnn, value)                          {SN_TIE_WHEN, #ncnn, NULL, value},
#define SET(op, value)                             {SN_TIE_SET, NULL, #op, value},
#define HOOK(ncnn)                                 {SN_TIE_HOOK, #ncnn, NULL, 0},
#define SAYS(op)                                   {SN_TIE_SAYS, NULL, #op, 0},
#define DYNAMIC                                    {SN_TIE_DYNAMIC, NULL, NULL, 0},
/* clang-format off */
#define END {SN_TIE_END, NULL, NULL, 0}};
/* clang-format on */
#include "formats/ncnn/map.def"
#undef TIES
#undef ROW
#undef HOOKED
#undef SWAPPED
#undef OWN
#undef OWN_HOOKED
#undef OWN_SWAPPED
#undef UNRESOLVED
#undef WRITTEN
#undef UNRESOLVED_HOOKED
#undef UNRESOLVED_AS
#undef UNRESOLVED_AS_HOOKED
#undef RENAME
#undef SIZE
#undef HAS
#undef DIM
#undef GUARD
#undef WHEN
#undef SET
#undef HOOK
#undef SAYS
#undef DYNAMIC
#undef END

static const sn_ncnn_row rows[] = {
#define ROW(type, op)           {#type, #op, ties_##type##_##op, NULL, false, false},
#define HOOKED(type, op, hooks) {#type, #op, ties_##type##_##op, HOOKS(hooks), false, false},
#define SWAPPED(type, op, hooks)                                                                   \
    {#type, #op, ties_swapped_##type##_##op, HOOKS(hooks), true, false},
#define OWN(type, op) {#type, "ncnn." #op, ties_own_##type##_##op, NULL, false, false},
#define OWN_HOOKED(type, op, hooks)                                                                \
    {#type, "ncnn." #op, ties_own_##type##_##op, HOOKS(hooks), false, false},
#define OWN_SWAPPED(type, op, hooks)                                                               \
    {#type, "ncnn." #op, ties_own_swapped_##type##_##op, HOOKS(hooks), true, false},
#define WRITTEN(type, op, hooks) {#type, #op, ties_##type##_##op, HOOKS(hooks), false, true},
#define UNRESOLVED(type, op)                                                                       \
    {#type, "ncnn." #op, ties_##type##_##op, NULL, false, false},                                  \
        {#type, #op, ties_##type##_##op, NULL, false, true},
#define UNRESOLVED_HOOKED(type, op, hooks)                                                         \
    {#type, "ncnn." #op, ties_##type##_##op, HOOKS(hooks), false, false},                          \
        {#type, #op, ties_##type##_##op, HOOKS(hooks), false, true},
#define UNRESOLVED_AS(type, own, op)                                                               \
    {#type, "ncnn." #own, ties_##type##_##own, NULL, false, false},                                \
        {#type, #op, ties_##type##_##own, NULL, false, true},
#define UNRESOLVED_AS_HOOKED(type, own, op, hooks)                                                 \
    {#type, "ncnn." #own, ties_##type##_##own, HOOKS(hooks), false, false},                        \
        {#type, #op, ties_##type##_##own, HOOKS(hooks), false, true},
#define HOOKS(name) &sn_ncnn_hooks_##name
#define RENAME(ncnn, op)
#define SIZE(ncnn, op)
#define HAS(ncnn, op)
#define DIM(ncnn, op, axis)
#define GUARD(ncnn, op)
#define WHEN(ncnn, value)
#define SET(op, value)
#define HOOK(ncnn)
#define SAYS(op)
#define DYNAMIC
#define END
#include "formats/ncnn/map.def"
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

const sn_ncnn_row *sn_ncnn_rows(size_t *n)
{
    *n = N_ROWS;
    return rows;
}

/* ---- looked up ------------------------------------------------------------------------------- */

static sn_ncnn_bound bound[N_ROWS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

const sn_ncnn_param *sn_ncnn_tied(const sn_ncnn_row *row, const sn_ncnn_layer *layer,
                                  const char *op_param)
{
    for (const sn_ncnn_tie *t = row->ties; t->kind != SN_TIE_END; t++) {
        if (t->kind == SN_TIE_SET && strcmp(t->op, op_param) == 0) return NULL;
        if (t->kind == SN_TIE_RENAME && strcmp(t->op, op_param) == 0)
            return sn_ncnn_param_named(layer, t->ncnn);
    }
    for (const sn_ncnn_tie *t = row->ties; t->kind != SN_TIE_END; t++)
        if (t->ncnn && strcmp(t->ncnn, op_param) == 0) return NULL;
    return sn_ncnn_param_named(layer, op_param);
}

static void bind_row(size_t i)
{
    const sn_ncnn_row *row = &rows[i];
    sn_ncnn_bound *b = &bound[i];
    b->layer = sn_ncnn_layer_find(row->type);
    b->op = sn_dialect_op(&sn_ncnn_dialect, row->op);
    if (!b->op) b->op = sn_op_find(row->op);
    int n = 0;
    for (const sn_param *p = b->layer && b->op ? b->op->params : NULL; p && p->name; p++)
        if (n < SN_NCNN_MAX_OP_PARAMS) b->tied[n++] = sn_ncnn_tied(row, b->layer, p->name);
}

static void bind_rows(void)
{
    for (size_t i = N_ROWS; i-- > 0;) {
        bind_row(i);
        for (size_t k = i + 1; k < N_ROWS; k++) {
            if (!bound[i].next_of_type && !rows[k].only_written &&
                strcmp(rows[k].type, rows[i].type) == 0)
                bound[i].next_of_type = &rows[k];
            if (!bound[i].next_of_op && strcmp(rows[k].op, rows[i].op) == 0)
                bound[i].next_of_op = &rows[k];
        }
    }
}

const sn_ncnn_bound *sn_ncnn_bound_of(const sn_ncnn_row *row)
{
    pthread_once(&once, bind_rows);
    return &bound[row - rows];
}

const sn_ncnn_row *sn_ncnn_first_of_type(const sn_ncnn_layer *layer)
{
    pthread_once(&once, bind_rows);
    for (size_t i = 0; i < N_ROWS; i++)
        if (bound[i].layer == layer && !rows[i].only_written) return &rows[i];
    return NULL;
}

const sn_ncnn_row *sn_ncnn_first_of_op(const sn_op *op)
{
    pthread_once(&once, bind_rows);
    for (size_t i = 0; i < N_ROWS; i++)
        if (bound[i].op == op) return &rows[i];
    return NULL;
}
