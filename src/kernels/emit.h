/* SPDX-License-Identifier: Apache-2.0
 *
 * Printing C: templates with constants put in, helper functions that are printed once, and
 * expressions of the graph as C.
 *
 * A template is C text with
 *
 *     @for i in A..B        lines up to @end, once for each i = A .. B-1
 *     @if A / @else / @end  lines where A is not 0
 *     @let i = A
 *     @helper NAME          of texts of helpers: sn_template_calling
 *     @# a comment of the template, not printed
 *     ${A}           the value of an integer expression: + - * / % == != < <= > >= && || ! ( ) ?:,
 *                    names, numbers
 *     ${name}        a text that was given
 *     ${name(a, b)}  a call of a function that was given, with its arguments expanded as texts
 *     ${join(i, A, B, "sep", "text")}   text with ${i} put in, joined
 *
 * Lines that hold only a directive are not printed. A name is a variable of the template or stands
 * in a list of names (names.h), with one kind; ct_check holds all templates to that when sinter is
 * built, untaken branches included. What it cannot know is whether a kernel binds each name where
 * it is read: that is SN_E_INTERNAL with the template's line. */
#ifndef SN_KERNELS_EMIT_H
#define SN_KERNELS_EMIT_H

#include "kernels/names.h"
#include "kernels/step.h"

typedef struct sn_emit sn_emit;

/* Values for a template, by name. A later one of the same name hides an earlier; texts stay where
 * they are, and outlive it. */
typedef struct sn_bind sn_bind;
sn_bind *sn_bind_create(sn_emit *e);
void sn_bind_int(sn_bind *b, sn_ct_int name, int64_t value);
void sn_bind_text(sn_bind *b, sn_ct_text name, const char *text);
void sn_bind_call(sn_bind *b, sn_ct_call name,
                  sn_status (*call)(void *user, sn_emit *e, const char *const *args, int n_args,
                                    sn_str *out),
                  void *user);
/* The same as ${name} and ${name(args)} in a template; of a text NULL where it is not bound. */
const char *sn_bound_text(const sn_bind *b, sn_ct_text name);
sn_status sn_bound_call(sn_emit *e, const sn_bind *b, sn_ct_call name, const char *const *args,
                        int n_args, sn_str *out) SN_MUST_CHECK;

/* Expands a template into text of the emitter's arena. `name`: for messages; `text` is a constant
 * of the program, read once. */
sn_status sn_template(sn_emit *e, const char *name, const char *text, const sn_bind *b,
                      const char **out) SN_MUST_CHECK;

/* The same with helpers: texts that hold functions, each behind a line `@helper NAME`, or `@helper
 * NAME = PRINTED` where its name in C is another one, such as f_${kind}; what stands in front of
 * the first is always printed. Whatever the template calls by ${NAME}(..), and what these call, is
 * made a helper of the file; callers stand behind what they call, in the order of `helper`, which
 * ends at a NULL. */
sn_status sn_template_calling(sn_emit *e, const char *name, const char *text,
                              const char *const *helper, size_t n_helpers, const sn_bind *b,
                              const char **out) SN_MUST_CHECK;
/* ${name}: C that was made elsewhere, and calls a helper. */
void sn_bind_calling(sn_emit *e, sn_bind *b, sn_ct_call name, const char *text,
                     sn_ct_helper helper);

/* A file-scope helper (function, constant table) that several steps share: printed once, by name.
 */
bool sn_emit_has_helper(const sn_emit *e, const char *name);
void sn_emit_helper(sn_emit *e, const char *name, const char *text);
/* The same of a template that defines ${NAME}: one helper for all that come out alike, which gets
 * the name STEM_number, bound as NAME in b, too. file: for messages. */
sn_status sn_emit_numbered_helper(sn_emit *e, const char *stem, const char *file, const char *form,
                                  sn_bind *b, const char **name) SN_MUST_CHECK;

/* The function of a phase: `body` is what stands between its braces. It sees
 *     const struct net *n;  long first, last;  units [first, last) are to be done
 *     float *scratch;                          of this thread, step->scratch floats, 64-byte
 *                                              aligned
 * and its pointers come from the texts below. */
void sn_emit_function(sn_emit *e, const sn_step *s, int phase, const char *body);

/* The type of C that elements are stored as: "float", "int64_t"; of halves their bits. */
const char *sn_emit_type(sn_type type);
/* C expressions for addresses, of pointers to the place's type, 64-byte aligned where the place's
 * offset is. */
const char *sn_emit_in(sn_emit *e, const sn_place *p);  /* const float *, const int64_t * .. */
const char *sn_emit_out(sn_emit *e, const sn_place *p); /* float *, int64_t * .. */
/* Packed elements of another type. */
const char *sn_emit_packed_as(sn_emit *e, const sn_packed *p, sn_type type);
const char *sn_emit_packed(sn_emit *e, const sn_packed *p); /* const float * */
const char *sn_emit_shared(sn_emit *e, const sn_step *s);   /* float * */

const sn_map *sn_emit_names(const sn_emit *e); /* of templates: for sn_ct_find */
const sn_machine *sn_emit_machine(const sn_emit *e);
bool sn_emit_is_small(const sn_emit *e); /* rather little code than speed: no loop is unrolled */
sn_arena *sn_emit_arena(sn_emit *e);
sn_ctx *sn_emit_ctx(sn_emit *e);

/* ---- epilogues -------------------------------------------------------------------------------
 *
 * The epilogue of a step as an inline helper `vf NAME(vf a, vf o0, ..)` on vectors (BLOCKED
 * results) or `float NAME_1(float a, ..)` on single elements. Equal formulas share a helper, so
 * micro-kernels that take the helper's name can be shared, too.
 *
 * A micro-kernel that is a helper function of its own gets the outside operands as parameters:
 * `params` (", const float *o0, long o0_plane, const float *o1") are printed into its head, `args`
 * into the call. In its body `apply` gives the value to be stored. Both forms of `apply` are bound
 * in templates by sn_bind_epilogue:
 *     ${E(acc, block, pixel)}     BLOCKED: vector of channels of block `block`, pixel `pixel`, C
 *                                 expressions relative to the pointers o*
 *     ${E1(acc, channel, pixel)}  BLOCKED: a single element
 *     ${EP(acc, flat, last)}      PLAIN: vector of elements flat, flat + 1, ..; `last`: place of
 *                                 the first along the last axis
 *     ${EP1(acc, flat, last)}     PLAIN: a single element
 *     ${EPARAMS}                  ", const float *o0, long o0_plane, const float *o1": behind the
 *                                 parameters of a micro-kernel
 *     ${EARGS(block, pixel)}      arguments for EPARAMS, moved on to that block and pixel (PLAIN:
 *                                 EARGSP(flat, last))
 *     ${EPLACES}                  the same of block 0 and pixel 0, by the places themselves
 *     ${EDECLARE}                 the same as local variables of a step's function, pointing to the
 *                                 places
 *     ${ENAME}                    part of a name: the same for steps whose micro-kernels may be
 *                                 shared
 *     ${EHAS}                     1: there is something to do
 *     ${EFUNC}                    name of the helper itself, EFUNC_1 on single floats */
sn_status sn_bind_epilogue(sn_emit *e, sn_bind *b, const sn_step *s) SN_MUST_CHECK;

/* A bound expression as C over named variables, on vectors (`vf`, functions v_*) or single floats
 * (functions s_*). Statements for shared parts are appended to `before`, each ending with a
 * newline. */
const char *sn_emit_expr(sn_emit *e, const sn_expr *expr, const char *const *inputs, bool vector,
                         const char *indent, sn_str *before);
/* An expression of one input, the C expression `x`, on a single float: a call of a helper where it
 * has shared parts. */
const char *sn_emit_called(sn_emit *e, const sn_expr *expr, const char *x);
/* The value of a number as a C float literal that reads back the same. */
const char *sn_emit_number(sn_emit *e, double value);

#endif
