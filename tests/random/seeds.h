/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a property for a range of seeds, in chunks that are processes of their own: one that crashes
 * or hangs loses its seed and no other. */
#ifndef TESTS_RANDOM_SEEDS_H
#define TESTS_RANDOM_SEEDS_H

#include "random/prop.h"

typedef struct seeds_options {
    uint64_t first, last;
    int n_jobs;      /* processes at a time; 0: as many as this one may use processors */
    uint64_t chunk;  /* seeds of a process */
    int seconds;     /* of work, after which a seed hangs */
    double minutes;  /* 0: no limit */
    bool keep_going; /* after a failure */
    /* In a process of its own, of the job of that number; failures are printed. False: the seed
     * failed, and the counts say how. */
    bool (*one)(void *user, int job, uint64_t seed, rand_counts *counts);
    void *user;
} seeds_options;

/* True when nothing failed. Shows progress on a terminal; says where to continue when it stopped
 * early. */
bool seeds_run(const seeds_options *options, rand_counts *counts);

#endif
