/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of a compiled network around the functions of its steps: header, run time, table of
 * steps, weights, an example and a build file. The texts are the *.ct beside this; docs/compile.md
 * tells users about them.
 *
 * A step's function is
 *
 *     STEP void NAME(const struct net *n, long first, long last, float *scratch)
 *
 * in one of the parts. It does the units [first, last); `struct net` is in types.ct; scratch is the
 * thread's own, aligned to 64 bytes, and holds nothing between calls. One part goes into PREFIX.c,
 * and its functions are static; several become files of their own, which compile side by side, and
 * so do those of each of several targets. */
#ifndef SN_CODEGEN_MODULE_EMIT_H
#define SN_CODEGEN_MODULE_EMIT_H

#include "codegen/selftest.h"
#include "codegen/source.h"
#include "ir/tensor.h"

typedef struct sn_module_tensor {
    const char *name; /* as the model has it */
    sn_type type;
    int rank;
    int64_t shape[8];
    bool is_counted; /* an output of which only the data tells how much there is along an axis */
    int count_axis;
    size_t count; /* the output that says it */
} sn_module_tensor;

typedef struct sn_module_step {
    const char *function; /* an identifier of ours */
    const char *layers;   /* for people, as the model has it */
    const char *kernel;   /* for people: "pointwise 3x4" */
    int64_t units;
    bool barrier;   /* all threads meet before it */
    int thread;     /* that does all of its units, 0 being the caller of a run; -1: all */
    bool steals;    /* threads that are done with their share take parts of the others' */
    int64_t chunk;  /* of a batch: units that are done for all images before the next ones */
    int64_t images; /* that it is done for */
    double flops, bytes;
} sn_module_step;

/* Steps of a batch that are done together: all of them image by image, or each for all images. */
typedef struct sn_module_stage {
    size_t first, n;
    bool by_image;
} sn_module_stage;

/* What stands at a place once a step is done, in a run on the inputs of test_fill. Element
 * (channel, pixel) is at + channel / lanes * plane + pixel * lanes + channel % lanes, and has the
 * index channel * pixels + pixel. */
typedef struct sn_module_sum {
    size_t step;
    int from; /* -1: the workspace; else that output */
    sn_type type;
    uint64_t at; /* bytes */
    uint64_t channels, pixels, plane, lanes;
    double sums[TEST_SUMS]; /* test_add over all elements */
    double allowed;         /* of each sum */
} sn_module_sum;

/* Elements 0, stride, 2 * stride, .. of an output. */
typedef struct sn_module_sample {
    size_t output;
    uint64_t stride;
    const double *values;
    size_t n;
    double allowed; /* of each */
} sn_module_sample;

typedef struct sn_module_test {
    const int64_t *limits;     /* of inputs, as of test_fill */
    const sn_module_sum *sums; /* in the order of steps */
    size_t n_sums;
    const sn_module_sample *samples;
    size_t n_samples;
} sn_module_test;

/* Of a net, beside what it keeps of itself. */
typedef struct sn_memory_need {
    uint64_t work_bytes;    /* struct net's `work` */
    uint64_t scratch_bytes; /* for each thread */
    uint64_t lane_bytes;    /* of a batch: for each thread but the first, if all have images */
    int64_t images;         /* of a run */
    bool alone;             /* sn_module.no_threads */
} sn_memory_need;

/* The network at one set of sizes. */
typedef struct sn_module_set {
    const sn_module_tensor *inputs, *outputs; /* sn_module.n_inputs, n_outputs */
    const sn_module_step *steps;
    size_t n_steps;
    const int64_t *scratch; /* by step, without threads: bytes in the workspace, where it works
                               something out; NULL: each thread has memory for that */
    int64_t
        batch; /* images of a run: the tensors have them in front; steps are of one. 0: no batch */
    bool splits;                   /* .. they have not, and some steps are of all images */
    const sn_module_stage *stages; /* of a batch */
    size_t n_stages;
    sn_memory_need memory;
    const sn_module_test *test; /* NULL: none; all sets have one, or none has */
} sn_module_set;

/* The code for one instruction set. Of one among several, the rest is for the files of its steps
 * alone. */
typedef struct sn_module_target {
    const char *support;      /* C that all parts see: includes, types, helpers; or "" */
    const char *const *parts; /* C texts */
    size_t n_parts;
    const char *name;                    /* "x86-64-v3" */
    int level;                           /* sn_machine.level */
    const char *gcc_flags, *clang_flags; /* separated by spaces, ours */
} sn_module_target;

typedef struct sn_module {
    const char *prefix;                  /* sn_c_is_prefix */
    const char *model;                   /* name for people */
    const char *gcc_flags, *clang_flags; /* separated by spaces, ours; of several targets, what all
                                            their processors run */
    size_t n_inputs, n_outputs;
    /* At least one. Of several, init takes the first that the processor runs. */
    const sn_module_target *targets;
    size_t n_targets;
    /* [n_targets][n_sets], at least one. Of several of a target, names and types of inputs and
     * outputs are the same, and ranks of inputs; sizes of inputs differ. Those of another target
     * differ in steps and memory. */
    const sn_module_set *sets;
    size_t n_sets;
    const bool *indices;  /* by input: f32 that holds 32-bit integers; NULL: none */
    const void *weights;  /* packed */
    size_t weights_bytes; /* 0: none */
    bool embed_weights;
    bool is_wasm;         /* the folder makes a WebAssembly module */
    bool single_file;     /* all of it in PREFIX.c and PREFIX.h, the weights too; of one target */
    bool no_threads;      /* the run time has none */
    const char *map;      /* a comment for the header; NULL: none */
    int lanes;            /* floats in a vector of the targets, the most of them */
    const char *compiler; /* that it is meant for: "arm-none-eabi-gcc"; NULL: that of the machine */
} sn_module;

static inline size_t sn_module_n_rows(const sn_module *m) { return m->n_targets * m->n_sets; }
/* Whether some input or output is not f32: then the functions take pointers to void. */
bool sn_module_has_types(const sn_module *m);
/* What the run time keeps of a net and of a thread, at most, on every machine: generated code holds
 * its structs to it. */
enum { SN_NET_BYTES = 512, SN_WORKER_BYTES = 64, SN_NET_BYTES_ALONE = 128 };
/* What PREFIX_workspace_bytes returns, of a network of that set alone; of several, the largest. */
uint64_t sn_workspace_bytes(const sn_memory_need *m, int n_threads);

enum { SN_MAX_EMBEDDED_BYTES = 64 << 20, SN_WEIGHTS_ALIGNMENT = 64 };

/* Of a single file PREFIX.h and PREFIX.c. Else: PREFIX.h, PREFIX.c, [PREFIX_steps.h, PREFIX_0.c,
 * ...], [PREFIX.weights or PREFIX_weights.c], [PREFIX_selftest.c], main.c, CMakeLists.txt; of
 * several targets PREFIX_steps.h and for each PREFIX_TARGET.h, PREFIX_TARGET_0.c, ...; of
 * WebAssembly in place of main.c PREFIX_wasm.c, PREFIX.js, PREFIX.d.ts, main.js, package.json: in
 * the arena, the contents of the weights file aligned to 64 bytes. SN_E_UNSUPPORTED when weights
 * are too large to be embedded, or all of it for the memory of a WebAssembly module. */
sn_status sn_module_emit(sn_arena *arena, const sn_module *m, sn_source_set *out) SN_MUST_CHECK;

/* text with each ${name} replaced; vars: pairs of name and text, ends with NULL. */
void sn_fill_text(sn_str *out, const char *text, const char *const *vars);

#endif
