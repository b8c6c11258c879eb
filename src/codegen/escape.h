/* SPDX-License-Identifier: Apache-2.0
 *
 * The only ways in which text from a model may reach generated code. Whatever the bytes are, the
 * result is one token, one stretch of a comment, or one identifier, and neither gcc nor clang warns
 * of it. */
#ifndef SN_CODEGEN_ESCAPE_H
#define SN_CODEGEN_ESCAPE_H

#include "base/text.h"

/* The inside of a string literal of n bytes: plain ASCII; the rest in octal, '?' as \? (trigraphs).
 */
const char *sn_c_string(sn_arena *arena, const char *s);
/* The inside of a string literal of JavaScript: UTF-8, what sn_escape escapes as \xHH. */
const char *sn_js_string(sn_arena *arena, const char *s);
/* Text for within a comment, on one line, at most about 200 bytes; it stands between spaces. No
 * comment ends or begins in it, nor a line splice; valid UTF-8 is kept, all else is \xHH. */
const char *sn_c_comment(sn_arena *arena, const char *s);
/* A prefix for identifiers and file names, from the name of a file: "models/Face-v2.param" gives
 * "face_v2". ASCII, begins with a letter, at most 40 bytes; "net" where nothing is left, "math_net"
 * for "math.param". */
const char *sn_c_prefix(sn_arena *arena, const char *path);
/* Whether a user's own prefix can be taken: a letter, then letters, digits and underscores, at most
 * 40 bytes, and no name that the C library, CMake or the generated folder itself need. */
bool sn_c_is_prefix(const char *s);

#endif
