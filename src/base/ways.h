/* SPDX-License-Identifier: Apache-2.0
 *
 * What a user can do about something, in the words of what he uses: the tool's options, functions
 * of sinter.h, arguments in Python. A text holds one as SN_WAY_...(argument), which sn_fail,
 * sn_warn, sn_note and sn_in_words spell out; nothing else prints such a text. */
#ifndef SN_BASE_WAYS_H
#define SN_BASE_WAYS_H

#include "base/arena.h"
#include "base/ctx.h"

#define SN_WAY_BEGIN '\1' /* then the letter of the way, its argument, and the end */
#define SN_WAY_END   '\2'

/* An argument is part of a literal, "NAME=SIZES" or "%s=%s". */
#define SN_WAY_INPUT(pin)        "\1A" pin "\2" /* NAME=SIZES */
#define SN_WAY_INTERPRET         "\1B\2"        /* to run without compiling */
#define SN_WAY_SKIP(pass)        "\1C" pass "\2"
#define SN_WAY_WEIGHTS_OF(loads) "\1D" loads "\2" /* TYPE=LOADS */
#define SN_WAY_MAP(names)        "\1E" names "\2" /* NAME_IN_A=NAME_IN_B */
#define SN_WAY_OPSET(version)    "\1F" version "\2"
#define SN_WAY_NO_RELEASE        "\1G\2"         /* no version that the result is for */
#define SN_WAY_PART              "\1H\2"         /* to cut a part out */
#define SN_WAY_RESULT(name)      "\1I" name "\2" /* other results */
#define SN_WAY_COMPILE           "\1J\2"
#define SN_WAY_OPTIMIZE          "\1K\2"
#define SN_WAY_SIBLINGS          "\1L\2" /* layers that read one value always become one */
#define SN_WAY_MACHINES          "\1M\2" /* to list the machines that are known */

/* Spells out the ways in `text`, in place of at most `room` bytes with the 0 at the end; what does
 * not fit is cut off. */
void sn_spell_ways(sn_words words, const char *text, char *out, size_t room);
/* The text in the words of the context; itself where there is no way in it. */
const char *sn_in_words(sn_ctx *ctx, sn_arena *arena, const char *text);

#endif
