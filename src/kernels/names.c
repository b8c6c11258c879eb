/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of all names. */
#include "kernels/names.h"

/* clang-format off */
#define SELF(name) {#name, SN_CT_TEXT, SN_CT_OF_PLACE},
#define TEXT_MEMBER(name) {#name, SN_CT_TEXT, SN_CT_OF_MEMBER},
#define INT_MEMBER(name) {#name, SN_CT_INT, SN_CT_OF_MEMBER},
#define CT_INT(name, about) {#name, SN_CT_INT, SN_CT_BOUND},
#define CT_TEXT(name, about) {#name, SN_CT_TEXT, SN_CT_BOUND},
#define CT_CALL(name, about) {#name, SN_CT_CALL, SN_CT_BOUND},
#define CT_HELPER(name, about) {#name, SN_CT_HELPER, SN_CT_DEFINED},
#define CT_PARAM(name, about) {#name, SN_CT_INT, SN_CT_OF_PARAM},
#define CT_FLOAT(name, about) {#name, SN_CT_TEXT, SN_CT_OF_PARAM},
#define CT_PLACE(name, about) SN_CT_PLACE(SELF, TEXT_MEMBER, INT_MEMBER, name)
const sn_ct_name sn_ct_names[SN_N_CT] = {
#include "kernels/all_names.def"
};
/* clang-format on */

/* Values of the map: places in the table, plus 1. */
sn_map *sn_ct_map_create(sn_arena *arena)
{
    sn_map *map = sn_map_create(arena);
    for (uintptr_t i = 0; i < SN_N_CT; i++)
        sn_map_put_kept(map, sn_ct_names[i].name, (void *)(i + 1));
    return map;
}

int sn_ct_find(const sn_map *map, sn_text name)
{
    char key[64];
    if (name.n >= sizeof key) return -1;
    memcpy(key, name.s, name.n);
    key[name.n] = '\0';
    return (int)(uintptr_t)sn_map_get(map, key) - 1;
}
