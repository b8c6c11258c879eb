/* SPDX-License-Identifier: Apache-2.0
 *
 * Names by patterns as of shells: * any text, ? any character, [..] one of some. */
#ifndef SN_TRAIN_PATTERNS_H
#define SN_TRAIN_PATTERNS_H

#include <stdbool.h>

/* Whether one of the patterns, NULL-terminated, is that of the name; a name that is NULL has none.
 */
bool sn_matches_any(const char *const *patterns, const char *name);

#endif
