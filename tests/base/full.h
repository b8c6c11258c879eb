/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_BASE_FULL_H
#define TESTS_BASE_FULL_H

#include <stdbool.h>
#include <stdlib.h>

/* Whether tests of very many cases of one kind run all of them, on all machines (`make full`);
 * otherwise cases take turns. */
static inline bool is_full(void) { return getenv("SINTER_FULL") != NULL; }

#endif
