/* SPDX-License-Identifier: Apache-2.0
 *
 * An executable, for what makes and runs it and for what times it. */
#ifndef SN_API_EXECUTABLE_INNER_H
#define SN_API_EXECUTABLE_INNER_H

#include "api/model.h"
#include "driver/driver.h"
#include "machine/machine.h"

/* What one run needs beside its inputs and outputs; goes with the context at the latest. */
typedef struct instance {
    const struct sinter_module *module;
    void *net; /* NULL: not begun */
} instance;

struct sn_executable {
    sn_context *context;
    sn_arena *arena;
    sn_library *library;
    sn_buf *weights, *workspace;
    instance running;
    sn_resource *resource; /* closes `running` */
    int n_threads;
    int64_t images; /* of a run */
    const sn_machine *machine;
    sn_executable_info info;
    const sn_array *inputs, *outputs;
    sn_output_count *counts; /* by output; axis -1: its size is known */
    const uint32_t *made;    /* by output: sn_bench_result.made */
    const uint32_t *of_step; /* by step of the module: sn_step_info.step */
    int64_t *limits;         /* of inputs that are integers, else 0 */
    void *const *kept;       /* outputs of sn_executable_run_arrays; NULL: it was not called */
};

sn_driver_options sn_executable_driver(sn_context *c, sn_arena *arena, const sn_machine *machine,
                                       const char *prefix);
sn_buf *sn_executable_buffer(sn_executable *e, size_t bytes,
                             unsigned char **data); /* NULL: there is no memory for it */

#endif
