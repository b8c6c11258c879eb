/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of map.def. */
#include "formats/ncnn/map.h"

#define HOOKED(type, op, hooks)  static const sn_ncnn_tie ties_##type##_##op[] = {
#define ROW(type, op)            HOOKED(type, op, )
#define SWAPPED(type, op, hooks) static const sn_ncnn_tie ties_swapped_##type##_##op[] = {
#define RENAME(ncnn, op)         {SN_TIE_RENAME, #ncnn, #op, 0},
#define SIZE(ncnn, op)           {SN_TIE_SIZE, #ncnn, #op, 0},
#define HAS(ncnn, op)            {SN_TIE_HAS, #ncnn, #op, 0},
#define DIM(ncnn, op, axis)      {SN_TIE_DIM, #ncnn, #op, axis},
#define GUARD(ncnn, op)          {SN_TIE_GUARD, #ncnn, #op, 0},
#define WHEN(ncnn, value)        {SN_TIE_WHEN, #ncnn, NULL, value},
#define SET(op, value)           {SN_TIE_SET, NULL, #op, value},
#define HOOK(ncnn)               {SN_TIE_HOOK, #ncnn, NULL, 0},
#define DYNAMIC                  {SN_TIE_DYNAMIC, NULL, NULL, 0},
/* clang-format off */
#define END {SN_TIE_END, NULL, NULL, 0}};
/* clang-format on */
#include "formats/ncnn/map.def"
#undef ROW
#undef HOOKED
#undef SWAPPED
#undef RENAME
#undef SIZE
#undef HAS
#undef DIM
#undef GUARD
#undef WHEN
#undef SET
#undef HOOK
#undef DYNAMIC
#undef END

static const sn_ncnn_row rows[] = {
#define ROW(type, op)           {#type, #op, ties_##type##_##op, NULL, false},
#define HOOKED(type, op, hooks) {#type, #op, ties_##type##_##op, &sn_ncnn_hooks_##hooks, false},
#define SWAPPED(type, op, hooks)                                                                   \
    {#type, #op, ties_swapped_##type##_##op, &sn_ncnn_hooks_##hooks, true},
#define RENAME(ncnn, op)
#define SIZE(ncnn, op)
#define HAS(ncnn, op)
#define DIM(ncnn, op, axis)
#define GUARD(ncnn, op)
#define WHEN(ncnn, value)
#define SET(op, value)
#define HOOK(ncnn)
#define DYNAMIC
#define END
#include "formats/ncnn/map.def"
};

const sn_ncnn_row *sn_ncnn_rows(size_t *n)
{
    *n = sizeof rows / sizeof rows[0];
    return rows;
}
