/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of a check step by step share (api/stepwise.h). */
#ifndef SN_API_STEPWISE_INNER_H
#define SN_API_STEPWISE_INNER_H

#include "api/stepwise.h"
#include "ref/noise.h"

/* A step, and the one behind it where what the first leaves is no value of the network: sums
 * without their activation. */
typedef struct sn_step_unit {
    size_t n;           /* of units, up to this one */
    size_t first, last; /* steps */
    size_t first_phase, last_phase;
} sn_step_unit;

/* Where inputs, outputs and the workspace are. */
typedef struct sn_step_memory {
    void **in, **out;
    unsigned char *work;
} sn_step_memory;

typedef struct sn_stepper {
    sn_context *context;
    sn_ctx *ctx;
    const sn_stepwise *w;
    sn_arena *arena;   /* of the whole check */
    sn_arena *scratch; /* of a unit */
    sn_dims *dims;
    sn_noise noise; /* draw 0: nothing is disturbed */
    void *net;
    sn_step_memory memory, noted; /* what the network works in; what steps left in it */
    size_t work_bytes, *in_bytes;
    const sn_tensor **read;            /* by value id: as the unit finds them in memory */
    const sn_tensor **known;           /* by value id: what the interpreter makes of them */
    bool *stored;                      /* by value id: some step leaves it in memory */
    const sn_step_unit *some_channels; /* this unit reads some channels of values: others need not
                                          be there any more; NULL: it does not */
    int64_t image;                     /* that is looked at, where each has its own */
    bool met_infinite;                 /* some step read what is not finite, or nearly so */
    bool overflows;                    /* this unit read what is nearly so */
    bool mends;                        /* such elements are replaced before a step reads them */
    SN_VEC(uint32_t) ids;              /* of those that are not NULL */
    SN_VEC(const sn_tensor *) held;
} sn_stepper;

/* The elements of a place, in the order of its shape and of its type. The caller releases them, or
 * holds them. */
sn_status sn_stepper_tensor(const sn_stepper *s, const sn_place *p,
                            const sn_tensor **out) SN_MUST_CHECK;

/* Takes over a reference to t, until all is forgotten. */
void sn_stepper_hold(sn_stepper *s, const sn_tensor *t);

/* t, or what it is in another type, which is held. */
sn_status sn_stepper_of_type(sn_stepper *s, const sn_tensor *t, sn_type type,
                             const sn_tensor **out) SN_MUST_CHECK;

/* How two tensors differ, in words; NULL: they do not, bit by bit. */
const char *sn_stepper_difference(const sn_stepper *s, const sn_tensor *expected,
                                  const sn_tensor *got);

/* Takes inputs as they are now for what steps are to find there, and that nothing else is there. */
void sn_stepper_note_inputs(sn_stepper *s);
/* .. and what the steps of a unit, which was run, have left. */
void sn_stepper_note(sn_stepper *s, const sn_step_unit *u);
/* What has become of a place, which is `now`, since it was noted, or that it was not, in words;
 * NULL: nothing. */
sn_status sn_stepper_change_at(sn_stepper *s, const sn_place *p, const sn_tensor *now,
                               const char **how) SN_MUST_CHECK;
/* Of a program, how many images have memory of their own while a unit is run. */
int64_t sn_stepper_images(const sn_program *p, const sn_step_unit *u);

/* Reads all that the steps of a unit read. SN_E_MISCOMPILED where it is no longer what steps, or
 * the caller, left there. */
sn_status sn_stepper_read(sn_stepper *s, const sn_step_unit *u) SN_MUST_CHECK;

/* What the interpreter makes of what was read, disturbed as s->noise says; held. */
sn_status sn_stepper_value(sn_stepper *s, const sn_value *v, const sn_tensor **out) SN_MUST_CHECK;

/* Forgets what the interpreter made; all: what was read, too, and releases what is held. */
void sn_stepper_forget(sn_stepper *s, bool all);

/* Whether a whole run gives the outputs that the steps gave, which stand in memory, bit by bit, and
 * those of the interpreter as far as roundings let it. SN_E_MISCOMPILED where it does not. */
sn_status sn_stepper_check_outputs(sn_stepper *s) SN_MUST_CHECK;

#endif
