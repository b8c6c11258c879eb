/* SPDX-License-Identifier: Apache-2.0
 *
 * Layers from one place to another in the order of the file, and the values that cross the two
 * ends. */
#ifndef SN_CLI_WINDOW_H
#define SN_CLI_WINDOW_H

#include "cli/cli.h"

typedef struct sn_view_window {
    uint32_t first, last; /* indices of layers, both included */
} sn_view_window;

bool sn_layer_find(sn_model *m, const char *name, uint32_t *index);
/* from: values, but no constants, that are made before and read within, and inputs that stand
 * within; none when nothing stands before. to: values made within and read behind, or results. Each
 * name once. */
void sn_window_ends(sn_model *m, const sn_view_window *w, sn_texts *from, sn_texts *to);

#endif
