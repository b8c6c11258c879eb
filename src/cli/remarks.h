/* SPDX-License-Identifier: Apache-2.0
 *
 * What the passes said, kept until the files are written, then counted or reported. */
#ifndef SN_CLI_REMARKS_H
#define SN_CLI_REMARKS_H

#include "cli/cli.h"

/* A remark that is kept: see sn_remark_info. */
typedef struct sn_remark_line {
    bool fired, said;
    const char *pass, *result, *why, *other, *unchecked;
    const char **layers;
    size_t n_layers;
    double distance;
    size_t rank;  /* of its pass, by first remark */
    size_t times; /* 1, or how many there were like it with only_counted */
} sn_remark_line;

typedef struct sn_remarks {
    sn_remark_line *v;
    size_t n, cap;
    const char **passes; /* by first remark */
    size_t n_passes;
    bool only_counted; /* what layers they are about will not be asked */
} sn_remarks;

void sn_remarks_add(void *user, const sn_remark_info *info); /* an sn_optimize_options.remark */
void sn_remarks_put_counts(const sn_remarks *r); /* "35  fold_affine", one pass a line */
void sn_remarks_put_unchecked(
    const sn_remarks *r);               /* reasons why rewrites were not checked, counted */
void sn_remarks_put_all(sn_remarks *r); /* --explain */

/* ---- text of names: names.c ------------------------------------------------------------------ */

/* Lines that end before `width`; what does not fit begins the next one, at `column`. Pieces are
 * never cut. */
typedef struct sn_flow {
    int column, width, at;
    bool begun; /* something stands on the line */
} sn_flow;

int sn_flow_width(void); /* of the terminal, 80 where there is none; 100 at most */
sn_flow sn_flow_at(int column, int width);      /* puts the indent */
void sn_flow_put(sn_flow *f, const char *text); /* a space before it, unless it begins a line */
/* "a, b, c1 .. c9": what differs only in a number that goes up by one is a run. An item is one to
 * eight names, "a + b". */
typedef struct sn_item {
    const char *const *names;
    size_t n;
    const char *after; /* put behind, or NULL; such an item is in no run */
} sn_item;
void sn_flow_items(sn_flow *f, const sn_item *items, size_t n);

#endif
