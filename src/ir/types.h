/* SPDX-License-Identifier: Apache-2.0
 *
 * Element types of an operator's inputs and outputs (sn_op.types), as a text: the classes of its
 * slots in order, "->", those of its outputs, with commas between.
 *
 *     any  num (all but bool)  float  int  bool, or a type by its name
 *     int|f32     any of these
 *     =PARAM      of an output: the type that this enum of type names says
 *     own         of an output: the type that infer gives it
 *
 * Slots of one class have one type; "any2" is a class like "any" of another type. The last slot,
 * and the last output, stand for all that follow where their number varies. */
#ifndef SN_IR_TYPES_H
#define SN_IR_TYPES_H

#include "ir/op.h"

/* Sets the types of the outputs, UNKNOWN where they depend on one that is. SN_E_SHAPE where an
 * input has another type than the operator takes, or two inputs differ that must not. */
sn_status sn_types_infer(sn_infer *in) SN_MUST_CHECK;
/* What is wrong with the text of an operator; NULL: nothing. For tests of the tables. */
const char *sn_types_wrong(const sn_op *op, sn_arena *arena);

/* The slot takes integers and nothing else. */
bool sn_types_only_integers(const sn_op *op, unsigned slot);

/* The names of types for enum params: the value is the sn_type; 0 is "unknown". */
extern const char *const sn_type_enum[];

#endif
