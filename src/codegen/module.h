/* SPDX-License-Identifier: Apache-2.0
 *
 * What a compiled network tells of itself. This text stands in every generated header and is what a
 * generic loader reads: it is the same for all networks, and a change to it changes
 * SINTER_MODULE_ABI. What is below the line is copied. */
/* ---- */
#ifndef SINTER_MODULE_ABI
#define SINTER_MODULE_ABI 4
#include <stddef.h>

/* An input or an output: dense, the last axis fastest. */
struct sinter_tensor {
    const char *name;
    int rank;
    long shape[8]; /* rank sizes, outermost first: channels, height, width */
    size_t bytes;
    const char *type; /* of the elements: f32, f64, f16 and bf16 (their bits), i8 to i64, u8 to u64,
                         bool (a byte, 0 or 1) */
};

/* A piece of work; the threads share its units. */
struct sinter_step {
    const char *layers; /* the layers that it computes, as the model calls them */
    const char *kernel;
    long units;
    int barrier;  /* all threads have finished the step before */
    double flops; /* additions and multiplications */
    double bytes; /* read and written, each tensor once */
};

/* What a thread did when, in seconds of a clock that nobody sets: a step, or its part of it. */
struct sinter_event {
    double begun, ended;
    int step;
};

/* Where the threads of a run note that: thread i has n[i] events from events[i * most] on, and
 * notes none beyond `most`. events NULL: nothing is noted. */
struct sinter_trace {
    struct sinter_event *events;
    long most;
    long *n;
};

/* A compiled network, for loaders that do not know its name. The functions are those of its header.
 */
struct sinter_module {
    int abi; /* SINTER_MODULE_ABI */
    const char *name;
    int n_inputs, n_outputs, n_steps;
    const struct sinter_tensor *inputs, *outputs;
    const struct sinter_step *steps;
    size_t weights_bytes; /* of the weights file; 0: there is none */
    size_t (*workspace_bytes)(int n_threads);
    int (*init)(void **net, void *workspace, size_t bytes, int n_threads, const void *weights,
                size_t weights_bytes);
    int (*run)(void *net, const void *const *inputs, void *const *outputs);
    void (*close)(void *net);
    const char *(*error)(int code);
    double *(*seconds)(void *net); /* [n_steps] since init; NULL: not measured */
    /* For checks: one step alone, by the calling thread, of a run whose steps are done in order;
     * and the memory between steps. */
    int (*step)(void *net, int index, const void *const *inputs, void *const *outputs);
    void *(*work)(void *net);
    struct sinter_trace *(*trace)(void *net); /* to be filled in; NULL: nothing is measured */
};
#endif
