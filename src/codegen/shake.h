/* SPDX-License-Identifier: Apache-2.0
 *
 * Leaves out of a text of helper functions those that nobody calls. */
#ifndef SN_CODEGEN_SHAKE_H
#define SN_CODEGEN_SHAKE_H

#include "base/arena.h"

/* `library`: macros with arguments, and functions "static inline ..", on one line or up to a line
 * "}", perhaps within one #if .. #endif, perhaps with a comment above. They stay where they are
 * called by `users` or by what stays; all other lines always stay. */
const char *sn_shake(sn_arena *arena, const char *library, const char *const *users,
                     size_t n_users);

#endif
