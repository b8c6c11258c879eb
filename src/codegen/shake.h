/* SPDX-License-Identifier: Apache-2.0
 *
 * Leaves out of a text of helper functions those that nobody calls. */
#ifndef SN_CODEGEN_SHAKE_H
#define SN_CODEGEN_SHAKE_H

#include "base/arena.h"

/* `library`: C as codegen/c_items.h reads it. Macros with arguments, functions "static inline ..",
 * and what stands between an #if and its #endif with one of these stay where `users` or what stays
 * names them; all else always stays. */
const char *sn_shake(sn_arena *arena, const char *library, const char *const *users,
                     size_t n_users);

#endif
