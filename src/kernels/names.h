/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of templates as numbers, made of names.def and the lists beside it: CT_OC is what a
 * template calls OC. Each kind of names has a type of its own, so that the C compiler reports a
 * name that is not there, and one that is bound as another kind; ct_check does so for templates. */
#ifndef SN_KERNELS_NAMES_H
#define SN_KERNELS_NAMES_H

#include "base/map.h"
#include "base/text.h"

/* The family of a place: what is bound of each slot and each output of plain loops (loops.h). */
#define SN_CT_PLACE(SELF, TEXT, INT, x)                                                            \
    SELF(x)        /* text: a pointer to it */                                                     \
    TEXT(x##_type) /* how its elements are stored in C */                                          \
    INT(has_##x)   /* it is there */                                                               \
    INT(x##_bytes) /* of an element */                                                             \
    INT(x##_rank)                                                                                  \
    INT(x##_count) /* elements */                                                                  \
    INT(x##_last)  /* size of the last axis; 1 where there is none */                              \
    INT(x##_rows)  /* size of the last axis but one; 1 where there is none */                      \
    INT(x##_plane) /* floats from block to block where it is BLOCKED */                            \
    INT(x##_0)     /* sizes, from the first axis on; 1 beyond the rank */                          \
    INT(x##_1)                                                                                     \
    INT(x##_2)                                                                                     \
    INT(x##_3)                                                                                     \
    INT(x##_4)                                                                                     \
    INT(x##_5)                                                                                     \
    INT(x##_6)                                                                                     \
    INT(x##_7)

/* clang-format off */
#define SN_CT_NOTHING(name)

/* The members by themselves, as distances from the first: SN_OF_place_rank, SN_OF_has_place. */
#define SN_CT_MEMBER(name) SN_OF_##name,
enum { SN_CT_PLACE(SN_CT_MEMBER, SN_CT_MEMBER, SN_CT_MEMBER, place) };

/* Places in the table of all names. */
#define SN_CT_ID(name) SN_CT_ID_##name,
#define CT_INT(name, about) SN_CT_ID_##name,
#define CT_TEXT(name, about) SN_CT_ID_##name,
#define CT_CALL(name, about) SN_CT_ID_##name,
#define CT_HELPER(name, about) SN_CT_ID_##name,
#define CT_PARAM(name, about) SN_CT_ID_##name,
#define CT_FLOAT(name, about) SN_CT_ID_##name,
#define CT_PLACE(name, about) SN_CT_PLACE(SN_CT_ID, SN_CT_ID, SN_CT_ID, name)
enum {
#include "kernels/all_names.def"
    SN_N_CT
};
#include "kernels/names_end.h"

#define SN_CT_NAME(name) CT_##name = SN_CT_ID_##name,
#define CT_INT(name, about) CT_##name = SN_CT_ID_##name,
#define CT_TEXT(name, about)
#define CT_CALL(name, about)
#define CT_HELPER(name, about)
#define CT_PARAM(name, about) CT_##name = SN_CT_ID_##name,
#define CT_FLOAT(name, about)
#define CT_PLACE(name, about) SN_CT_PLACE(SN_CT_NOTHING, SN_CT_NOTHING, SN_CT_NAME, name)
typedef enum sn_ct_int {
#include "kernels/all_names.def"
} sn_ct_int;
#include "kernels/names_end.h"

#define CT_INT(name, about)
#define CT_TEXT(name, about) CT_##name = SN_CT_ID_##name,
#define CT_CALL(name, about)
#define CT_HELPER(name, about)
#define CT_PARAM(name, about)
#define CT_FLOAT(name, about) CT_##name = SN_CT_ID_##name,
#define CT_PLACE(name, about) SN_CT_PLACE(SN_CT_NAME, SN_CT_NAME, SN_CT_NOTHING, name)
typedef enum sn_ct_text {
#include "kernels/all_names.def"
} sn_ct_text;
#include "kernels/names_end.h"

#define CT_INT(name, about)
#define CT_TEXT(name, about)
#define CT_CALL(name, about) CT_##name = SN_CT_ID_##name,
#define CT_HELPER(name, about)
#define CT_PARAM(name, about)
#define CT_FLOAT(name, about)
#define CT_PLACE(name, about)
typedef enum sn_ct_call {
#include "kernels/all_names.def"
} sn_ct_call;
#include "kernels/names_end.h"

#define CT_INT(name, about)
#define CT_TEXT(name, about)
#define CT_CALL(name, about)
#define CT_HELPER(name, about) CT_##name = SN_CT_ID_##name,
#define CT_PARAM(name, about)
#define CT_FLOAT(name, about)
#define CT_PLACE(name, about)
typedef enum sn_ct_helper {
#include "kernels/all_names.def"
} sn_ct_helper;
#include "kernels/names_end.h"
/* clang-format on */

typedef enum sn_ct_kind { SN_CT_INT, SN_CT_TEXT, SN_CT_CALL, SN_CT_HELPER } sn_ct_kind;
typedef enum sn_ct_origin {
    SN_CT_BOUND,     /* bound by its CT_NAME */
    SN_CT_OF_PLACE,  /* the first of a family: by the name of a slot or output */
    SN_CT_OF_MEMBER, /* another of a family: with the first */
    SN_CT_OF_PARAM,  /* by the name of a param */
    SN_CT_DEFINED,   /* by @helper, in a template */
} sn_ct_origin;

typedef struct sn_ct_name {
    const char *name;
    sn_ct_kind kind;
    sn_ct_origin origin;
} sn_ct_name;
extern const sn_ct_name sn_ct_names[SN_N_CT];

/* Of all names, in the arena, for sn_ct_find. */
sn_map *sn_ct_map_create(sn_arena *arena);
/* Its place in the table; -1: there is no such name. */
int sn_ct_find(const sn_map *map, sn_text name);

#endif
