/* SPDX-License-Identifier: Apache-2.0
 *
 * How long something may take in a test: in time of the processor, which is the same however much
 * else the machine does. */
#ifndef SN_TESTS_BASE_CPU_LIMIT_H
#define SN_TESTS_BASE_CPU_LIMIT_H

#include <sys/resource.h>
#include <sys/time.h>

/* Seconds that this process, with all its threads, has worked. */
static inline double cpu_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

/* This process gets SIGXCPU, which ends it, once it has worked about so many seconds more; 0:
 * never. Its children count for themselves. */
static inline void limit_cpu(int seconds)
{
    struct rlimit limit;
    getrlimit(RLIMIT_CPU, &limit);
    const rlim_t wanted = (rlim_t)cpu_seconds() + (rlim_t)seconds + 1;
    limit.rlim_cur = seconds && wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

#endif
