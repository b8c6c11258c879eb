/* SPDX-License-Identifier: Apache-2.0
 *
 * Parameters of operators: a plain C struct, described once by a table. Reading, writing, printing,
 * comparing, copying and documenting them are loops over that table.
 *
 *     typedef struct { int32_t axis; float eps; } softmax_params;
 *     static const sn_param params[] = {
 *         SN_P_INT(softmax_params, axis, 0, -8, 7, "axis that is summed over"), SN_P_END };
 *
 * A param that names another as `like` takes that one's value when it is not given (the
 * height of a kernel that is a square). */
#ifndef SN_IR_PARAM_H
#define SN_IR_PARAM_H

#include <math.h>

#include "base/text.h"
#include "ir/dims.h"

typedef struct sn_ints {
    int32_t n;
    const int32_t *v;
} sn_ints;
typedef struct sn_names {
    int32_t n;
    const char *const *v;
} sn_names;
typedef struct sn_floats {
    int32_t n;
    const float *v;
} sn_floats;

/* An activation in the slot of a convolution or inner product. */
typedef enum sn_act_kind {
    SN_ACT_NONE,
    SN_ACT_RELU,       /* max(x, 0) */
    SN_ACT_LEAKY_RELU, /* a: slope below 0 */
    SN_ACT_CLIP,       /* a: min, b: max */
    SN_ACT_SIGMOID,
    SN_ACT_MISH,
    SN_ACT_HARD_SWISH, /* x * clamp(a*x + b, 0, 1) */
    SN_N_ACTS
} sn_act_kind;
typedef struct sn_act {
    int32_t kind;
    float a, b;
} sn_act;
int sn_act_n_params(int32_t kind);     /* 0..2 */
const char *sn_act_name(int32_t kind); /* "relu" */
bool sn_act_equal(const sn_act *a, const sn_act *b);

typedef enum sn_param_kind {
    SN_PK_INT,    /* int32_t */
    SN_PK_BOOL,   /* int32_t, 0 or 1 */
    SN_PK_ENUM,   /* int32_t, index into `names` */
    SN_PK_F32,    /* float */
    SN_PK_INTS,   /* sn_ints */
    SN_PK_FLOATS, /* sn_floats */
    SN_PK_STR,    /* const char *, never NULL */
    SN_PK_NAMES,  /* sn_names: quoted strings */
    SN_PK_SIZES,  /* sn_names: whole numbers, or expressions in quotes (ops/sizes.h) */
    SN_PK_ACT,    /* sn_act */
} sn_param_kind;

typedef struct sn_param {
    const char *name;
    sn_param_kind kind;
    size_t offset;
    double def; /* default of the scalar kinds; lists and strings default to empty, acts to none */
    double min, max;          /* range of INT and F32; checked when a file or a text is read */
    const char *like;         /* or NULL: defaults to that param's value */
    const char *const *names; /* ENUM: NULL-terminated */
    const char *help;
    bool fills; /* INTS: a list whose entries are all `def` means the same as an empty one */
} sn_param;

/* Rows of a table: name, kind, place, default, least, most, like, names, help, fills. */
#define SN_P_ROW(T, field, kind, def, min, max, like, names, help, fills)                          \
    {                                                                                              \
#field, SN_PK_##kind, offsetof(T, field), def, min, max, like, names, help, fills          \
    }
#define SN_P_INT(T, field, def_, min_, max_, help_)                                                \
    SN_P_ROW(T, field, INT, def_, min_, max_, NULL, NULL, help_, false)
#define SN_P_INT_LIKE(T, field, like_, min_, max_, help_)                                          \
    SN_P_ROW(T, field, INT, 0, min_, max_, like_, NULL, help_, false)
#define SN_P_BOOL(T, field, def_, help_)                                                           \
    SN_P_ROW(T, field, BOOL, def_, 0, 1, NULL, NULL, help_, false)
#define SN_P_ENUM(T, field, def_, names_, help_)                                                   \
    SN_P_ROW(T, field, ENUM, def_, 0, 0, NULL, names_, help_, false)
#define SN_P_F32(T, field, def_, help_)                                                            \
    SN_P_ROW(T, field, F32, def_, -INFINITY, INFINITY, NULL, NULL, help_, false)
#define SN_P_INTS(T, field, help_)                                                                 \
    SN_P_ROW(T, field, INTS, 0, INT32_MIN, INT32_MAX, NULL, NULL, help_, false)
#define SN_P_INTS_OF(T, field, fill_, help_) /* empty: fill_ everywhere */                         \
    SN_P_ROW(T, field, INTS, fill_, INT32_MIN, INT32_MAX, NULL, NULL, help_, true)
#define SN_P_FLOATS(T, field, help_)                                                               \
    SN_P_ROW(T, field, FLOATS, 0, -INFINITY, INFINITY, NULL, NULL, help_, false)
#define SN_P_STR(T, field, help_)   SN_P_ROW(T, field, STR, 0, 0, 0, NULL, NULL, help_, false)
#define SN_P_NAMES(T, field, help_) SN_P_ROW(T, field, NAMES, 0, 0, 0, NULL, NULL, help_, false)
#define SN_P_SIZES(T, field, help_) SN_P_ROW(T, field, SIZES, 0, 0, 0, NULL, NULL, help_, false)
#define SN_P_ACT(T, field, help_)   SN_P_ROW(T, field, ACT, 0, 0, 0, NULL, NULL, help_, false)
#define SN_P_END                                                                                   \
    {                                                                                              \
        NULL, SN_PK_INT, 0, 0, 0, 0, NULL, NULL, NULL, false                                       \
    }

/* Defaults into `params` (size from the operator; a NULL table has no params), `like` included. Who
 * then reads single params remembers which: bit i of `given` is row i; sn_params_finish sets the
 * others from their `like`. */
void sn_params_init(const sn_param *table, void *params);
void sn_params_finish(const sn_param *table, void *params, uint64_t given);
void sn_param_reset(const sn_param *table, const sn_param *p, void *params); /* one of them */
int sn_param_n_names(const sn_param *p);                                     /* of SN_PK_ENUM */
const sn_param *sn_param_find(const sn_param *table, const char *name);      /* NULL when absent */
void *sn_params_copy(const sn_param *table, size_t bytes, const void *params,
                     sn_arena *arena); /* deep */
/* Floats by bits; a list that spells its defaults out is equal to an empty one. */
bool sn_params_equal(const sn_param *table, const void *a, const void *b);
bool sn_param_equal(const sn_param *p, const void *a, const void *b);
bool sn_param_is_default(const sn_param *table, const sn_param *p, const void *params);
/* Whether the value means something else than the default: lists that spell it out do not. */
bool sn_param_matters(const sn_param *table, const sn_param *p, const void *params);
/* `{stride=[2,2], act=clip(0,6)}`: only what is not default; "" when all is. */
void sn_params_print(const sn_param *table, const void *params, sn_str *out);
void sn_param_print_value(const sn_param *p, const void *params, sn_str *out);
/* Reads one value from *text and moves it on. NULL on success, else what is wrong (arena-owned). */
const char *sn_param_parse_value(const sn_param *p, void *params, const char **text,
                                 sn_arena *arena);
/* Reads `{...}`, as sn_params_print writes it, into a struct that sn_params_init made; `like` rows
 * that are not given follow. Without a brace nothing is read. Unknown names and doubles are
 * refused; ranges are not checked. NULL on success, else what is wrong, with *text there. */
const char *sn_params_parse(const sn_param *table, void *params, const char **text,
                            sn_arena *arena);
/* Range checks over the whole struct: NULL when all is in range, else "eps is -1, at least 0
 * expected". */
const char *sn_params_check(const sn_param *table, const void *params, sn_arena *arena);

#define SN_INTS(arena, ...)                                                                        \
    sn_ints_of((arena), (int)(sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t)),                 \
               (int32_t[]){__VA_ARGS__})
sn_ints sn_ints_of(sn_arena *arena, int n, const int32_t *v);
sn_floats sn_floats_of(sn_arena *arena, int n, const float *v);
sn_names sn_names_of(sn_arena *arena, int n, const char *const *v);

#endif
