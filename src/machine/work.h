/* SPDX-License-Identifier: Apache-2.0
 *
 * What something costs, before it is known where it runs: vector and scalar instructions, bytes
 * that come from somewhere, barriers. One function makes seconds of it, by the facts of a machine.
 * (After Williams, Waterman, Patterson: Roofline, 2009; bytes are added to what is computed, in
 * part, because products do not hide them wholly.) */
#ifndef SN_MACHINE_WORK_H
#define SN_MACHINE_WORK_H

#include "machine/machine.h"

enum { SN_MAX_STREAMS = 6 };

typedef struct sn_traffic {
    double bytes;
    double span; /* bytes that are in use meanwhile, which say in which cache they are */
    bool ahead;  /* fetched in order beside products, which hide most of it */
} sn_traffic;

typedef struct sn_work {
    double vector; /* multiply-adds of whole vectors, and what takes as long */
    double scalar; /* instructions of scalar code */
    int barriers;
    int n_streams;
    sn_traffic stream[SN_MAX_STREAMS];
} sn_work;

/* Adds a stream; those beyond the last place join the last one. */
void sn_work_stream(sn_work *w, double bytes, double span, bool ahead);
/* Adds `times` times the work of `more`. */
void sn_work_add(sn_work *w, const sn_work *more, double times);

/* On one thread, by the machine's facts. */
double sn_work_seconds(const sn_machine *m, const sn_work *w);
/* Where something of that size lives: 0, 1, 2 for the caches, 3 for memory. */
int sn_core_level(const sn_core *c, double span);
/* Of bytes that are read there. */
double sn_traffic_seconds(const sn_core *c, double bytes, double span);

/* That so many threads take to wait for one another. Each tells the others by the same line of
 * memory, which goes from one core to the next: so many times what two take. */
double sn_barrier_seconds(const sn_machine *m, int n_threads);

/* Seconds that so many operations, and bytes that are read, take at least: the longer of the two.
 */
double sn_roof_seconds(const sn_machine *m, double flops, double bytes);

/* Vector instructions' worth of time (sn_work.vector) that a register tile of nb vectors by t rows
 * takes for one value of the summed axis: the multiply-adds, unless the loads, or waiting for the
 * sums, take longer. */
double sn_tile_vectors(const sn_machine *m, int64_t nb, int64_t t);
/* The same of a whole tile: over k values, called once, its sums stored with an epilogue. Where its
 * weights do not stay in the first cache, the nearest one where they stay feeds each tile anew.
 * half: they are stored in half precision. */
double sn_tile_call_vectors(const sn_machine *m, int64_t nb, int64_t t, double k, bool half);
/* Vector instructions' worth of time that a vector of halves takes longer to load than one of
 * floats. */
double sn_half_vectors(const sn_machine *m);

#endif
