/* SPDX-License-Identifier: Apache-2.0
 *
 * max_pool, average_pool, global_max_pool, global_average_pool, adaptive_max_pool,
 * adaptive_average_pool: params. The only slot is x, whose last nd axes are the spatial ones. Lists
 * as in ops/conv.h. */
#ifndef SN_OPS_POOL_H
#define SN_OPS_POOL_H

#include "ops/elems.h"
#include "ops/window.h"

/* Outputs of max_pool. */
enum { SN_POOL_Y, SN_POOL_INDICES };
/* Places within the spatial axes: the last of these counts fastest, or the first. */
typedef enum sn_pool_order { SN_POOL_ROW_MAJOR, SN_POOL_COLUMN_MAJOR } sn_pool_order;

typedef struct sn_pool_params {
    int32_t nd;
    sn_ints kernel, stride, dilation, pad_begin, pad_end;
    int32_t pad_mode;          /* sn_conv_pad */
    int32_t ceil_mode;         /* the last window may reach beyond the pads */
    int32_t count_include_pad; /* average_pool: pads count as elements, which are 0 */
    int32_t storage_order;     /* max_pool: how its indices count; sn_pool_order */
} sn_pool_params;

typedef struct sn_global_pool_params {
    int32_t nd;       /* the last so many axes go */
    int32_t keepdims; /* they stay, with size 1 */
} sn_global_pool_params;

enum { SN_POOL_KEEP = 0 }; /* in `out`: the size stays */

typedef struct sn_adaptive_pool_params {
    int32_t nd;
    sn_ints out;
} sn_adaptive_pool_params;

/* max_pool, average_pool. */
bool sn_is_window_pool(const sn_op *op);
bool sn_is_global_pool(const sn_op *op);
bool sn_is_adaptive_pool(const sn_op *op);
/* One of those that give the largest element. */
bool sn_is_max_pool(const sn_op *op);

/* Whether somebody reads where in x the largest elements stand. */
bool sn_pool_indices_read(const sn_node *node);

extern const sn_slot sn_pool_slots[];
const char *sn_pool_check(const sn_pool_params *p, sn_arena *arena);

/* Where the windows of a pooling lie. w.end: pads, without what ceil_mode adds. */
void sn_pool_window_of(const sn_pool_params *p, const sn_shape *x, sn_window *out);

/* The part of a window along one axis that lies in x. */
typedef struct sn_pool_span {
    int64_t lo, n;   /* n elements, from lo on, a dilation apart; lo is 0 where there is none */
    int64_t counted; /* of its taps, those in x or its pads */
} sn_pool_span;
sn_pool_span sn_pool_span_at(const sn_window *w, int axis, int64_t o);

extern const sn_param sn_max_pool_params[], sn_average_pool_params[];
/* Of a pooling of input `slot`; its params are those of the windows. */
sn_status sn_pool_shape(const sn_infer *in, unsigned slot, sn_shape *y) SN_MUST_CHECK;
/* Whether an element of a maximum takes the place of that at `best`. NaN is larger than all. */
bool sn_pool_is_larger(sn_elems x, int64_t at, int64_t best);
/* Whether an average may be over more than elements of x. */
bool sn_pool_counts_pads(const sn_pool_params *p);
/* Every window of this pooling holds an element of x, whatever the size; else why not. */
sn_answer sn_pool_windows_hold(const sn_pool_params *p);
/* With ceil_mode: windows reach not beyond the pads all the same. x: its input. */
bool sn_pool_no_tail(const sn_pool_params *p, const sn_shape *x);
/* With ceil_mode: no window begins in the pads at the end, whatever the size. */
bool sn_pool_keeps_windows(const sn_pool_params *p);

#endif
