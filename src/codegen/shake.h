/* SPDX-License-Identifier: Apache-2.0
 *
 * Leaves out of a text of helper functions those that nobody calls. */
#ifndef SN_CODEGEN_SHAKE_H
#define SN_CODEGEN_SHAKE_H

#include "base/arena.h"

/* `library`: blocks separated by blank lines. A block that begins with "static inline", or a comment and then that, defines the functions on
 * its lines that begin so, and stays where one of them is called by `users` or by a block that stays; other blocks always stay. */
const char *sn_shake(sn_arena *arena, const char *library, const char *const *users, size_t n_users);

#endif
