/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of which only the data tells how much they find, for compiled code: their results have
 * room for as much as there can be, and one more says how much of it was found. `room` is a param
 * of theirs, the size of the axis along which it is found; else they are as the operator that they
 * are made of (sn_op.in_room), whose params come first. What is beyond is -1 where results are
 * places or numbers of them, and 0 where output 0 has elements of x. */
#ifndef SN_OPS_IN_ROOM_H
#define SN_OPS_IN_ROOM_H

#include "ir/op.h"

#define SN_P_ROOM(T)                                                                               \
    SN_P_INT(T, room, 0, 0, INT32_MAX, "how many there is room for; more than can be found")

sn_status sn_in_room_infer(sn_infer *in, const sn_op *finds, int32_t room) SN_MUST_CHECK;
sn_status sn_in_room_eval(sn_eval *e, const sn_op *finds, int32_t room,
                          bool has_elements) SN_MUST_CHECK;

#endif
