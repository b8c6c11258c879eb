/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter: an optimizer and compiler for neural networks. This is the whole public interface, with
 * what it includes: sinter/groups.h, lists.h, look.h, train.h and version.h; C11 and C++.
 *
 *     sn_context *ctx = sn_context_create(NULL);
 *     sn_model *m = NULL;
 *     sn_status status = sn_model_load(ctx, "face.param", NULL, &m);
 *     if (status == SN_OK) status = sn_model_pin(m, "input=3,240,320");
 *     if (status == SN_OK) status = sn_model_optimize(m, NULL, NULL);
 *     if (status == SN_OK) status = sn_model_save(m, "fused.param", NULL);
 *     fputs(sn_context_error(ctx), stderr);
 *     sn_context_destroy(ctx);       (the models go with it)
 *
 * Ownership: a context owns all models made with it; a model owns everything reachable from it;
 * every `const char *` that you get lives as long as the object it was asked of, unless said
 * otherwise. Every function that can fail returns sn_status, leaves its outputs untouched on
 * failure and puts a message with the place, what was found and what was expected into the context.
 * One thread at a time uses a context. Out of memory is a status like any other; after it, objects
 * can only be destroyed.
 *
 * Options: NULL is all of them zero, which is what is usual. Each struct of them begins with
 * `size`: sizeof of it where the program was compiled, so that it also runs with a later version of
 * the library, which may have more of them, and with an earlier one, as long as what that lacks is
 * zero (SN_E_ARG otherwise). 0 is the size in the version that runs: enough where header and
 * library come together.
 *
 *     sn_compile_options o = {.size = sizeof o, .target = "x86-64-v3"};
 *
 * Shapes are outermost first: 3,240,320 is channels, height, width. */
#ifndef SINTER_H
#define SINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinter/status.h"
#include "sinter/version.h"

#if defined(__GNUC__)
#define SN_API __attribute__((visibility("default")))
#else
#define SN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sn_context sn_context;
typedef struct sn_model sn_model;

/* ---- context --------------------------------------------------------------------------------- */

typedef struct sn_context_options {
    size_t size;
    /* One hook for all memory: ptr NULL allocates, new_bytes 0 frees, else resizes. NULL: malloc.
     */
    void *(*alloc)(void *user, void *ptr, size_t old_bytes, size_t new_bytes);
    /* Warnings and notes, one line each. NULL: dropped. */
    void (*message)(void *user, bool is_warning, const char *text);
    /* Long work: `what` is being done, n_done of n_total (never 0) steps; what is repeated begins
     * at 0 again. NULL: dropped. */
    void (*progress)(void *user, const char *what, uint64_t n_done, uint64_t n_total);
    void *user;
    int threads; /* 0: as many as the machine has */
    /* In what words messages say what can be done about something: "tool", options of sinter's
     * commands; "python", of its package; NULL: names of this interface. */
    const char *words;
} sn_context_options;

/* NULL: out of memory, or options that this version lacks. */
SN_API sn_context *sn_context_create(const sn_context_options *options);
SN_API void sn_context_destroy(sn_context *ctx); /* NULL is allowed */
SN_API const char *
sn_context_error(const sn_context *ctx); /* of the last failure; "" when there was none */
SN_API const char *sn_version(void);     /* of the library, "1.2.3"; of the header: version.h */
SN_API const char *sn_status_name_of(sn_status status); /* "E_FORMAT" */
SN_API const char *sn_status_text_of(sn_status status);

/* ---- load, save ------------------------------------------------------------------------------ */

typedef struct sn_model_load_options {
    size_t size;
    /* A file of weights; NULL: the one beside `path`. "seed:N": weights made from a number. */
    const char *weights;
    /* NULL-terminated "TYPE=LOADS": the weights of a custom layer type, e.g. "MyOp=T16,R4": 16
     * tagged (fp32, fp16 or int8 as the tag says), then 4 raw fp32. */
    const char *const *weights_of;
    const char *format; /* by its name (sn_format_at); NULL: by how the path ends */
    bool for_training;  /* what is there for training alone is read as at inference */
    /* What is in the file at `path`, from memory, for the call; copied. NULL: it is read. `path` is
     * no more than a name then: of messages, of the format, and of the folder where the file would
     * lie, in which files that it names are looked for. */
    const void *data;
    size_t bytes;
    /* The same of the file of weights, which has a name in `weights` or none. Of a format that has
     * no such file, and beside "seed:N", SN_E_ARG. */
    const void *weights_data;
    size_t weights_bytes;
} sn_model_load_options;
SN_API sn_status sn_model_load(sn_context *ctx, const char *path,
                               const sn_model_load_options *options, sn_model **out);

/* Where loading and saving look for the weights of the network at `path` when they are given no
 * place. NULL: no format has files of that name. The text lives as long as the context. */
SN_API const char *sn_weights_beside(sn_context *ctx, const char *path, const char *format);

/* A network that sinter makes itself, with weights from a seed. Names: sn_report "zoo". */
SN_API sn_status sn_model_zoo(sn_context *ctx, const char *name, uint64_t seed, sn_model **out);

typedef enum sn_weight_storage {
    SN_WEIGHTS_KEEP, /* as each weight is */
    SN_WEIGHTS_FP32,
    SN_WEIGHTS_FP16, /* to nearest; SN_E_UNSUPPORTED names a weight that would overflow */
} sn_weight_storage;
typedef struct sn_model_save_options {
    size_t size;
    const char *weights; /* a file of weights; NULL: beside `path`, same stem */
    sn_weight_storage storage;
    const char *format; /* by its name (sn_format_at); NULL: by how the path ends */
    /* Gets the files in place of the file system: of each a piece of no bytes, with its name, then
     * what is in it, piece by piece, one file after the other, weights first. False ends it with
     * SN_E_IO. Pieces and names live for the call of `write`; what came before a failure is of no
     * use. NULL: files are written. */
    bool (*write)(void *user, const char *path, const void *data, size_t n);
    void *user;
} sn_model_save_options;
/* Writes both files aside and moves them into place, weights first; on any failure the old ones are
 * intact. The files that the model was read from may be named. Two files cannot be renamed in one
 * step: a kill, or a crash of the machine, between the two leaves new weights beside the old
 * network, and the old files as NAME.sinter-old; loading and saving refuse such a pair (SN_E_IO)
 * and say how to restore it. SN_E_UNSUPPORTED: the format cannot say some layer; the error tells of
 * one, and of several how many there are, each of which is a warning. */
SN_API sn_status sn_model_save(sn_model *m, const char *path, const sn_model_save_options *options);

/* The name of the format of files that are called so; NULL: there is none. It lives forever. */
SN_API const char *sn_format_of(const char *path);

/* What the network is optimized for and saved as: "FORMAT:VERSION", or the version alone, of the
 * format that it was read from. "FORMAT" is the version that a file of that format was read in,
 * else one that all of today read; that of the own format holds without this call. VERSION is the
 * oldest that must be able to read what is saved. Optimizing makes nothing newer; saving what the
 * network had before and that version lacks is SN_E_UNSUPPORTED, with the layer and the version
 * that it needs. "+onnxruntime" behind a version of ONNX, which may be left out then, allows
 * operators that ONNX Runtime alone has: "onnx:17+onnxruntime". */
SN_API sn_status sn_model_set_spelling(sn_model *m, const char *target);

SN_API void sn_model_destroy(sn_model *m); /* NULL is allowed */
SN_API sn_status sn_model_clone(const sn_model *m, sn_model **out);

/* ---- what holds for it ----------------------------------------------------------------------- */

/* "NAME=SIZES": the input has these sizes; what is optimized then holds for them. Until the network
 * is optimized or cut, an input may be given other sizes again. SN_E_ARG for an
 * unknown input, and for a size of 0, which only values of ONNX have; SN_E_SHAPE when the network
 * contradicts. A whole NAME of "*" means the only input. */
SN_API sn_status sn_model_pin(sn_model *m, const char *shape);
/* These results only (NULL-terminated outside names, also of values inside). */
SN_API sn_status sn_model_set_outputs(sn_model *m, const char *const *names);
/* A value that must stay, under its name: it becomes one more result. */
SN_API sn_status sn_model_keep(sn_model *m, const char *name);
/* The part between values (NULL-terminated names): those of `from` become the only inputs, under
 * their names, those of `to` the only outputs; what these do not need goes. NULL or empty `from`:
 * the network's inputs, as far as they are needed; `to`: its outputs. What is proved of the shape
 * of a value holds for the input that it becomes; the file's hints go with it. SN_E_ARG, and the
 * network as it was, for an unknown name (with the nearest), a constant or a value that is in both
 * lists, a value of `from` that no output needs, and an output that needs an input beside those of
 * `from`. */
SN_API sn_status sn_model_cut(sn_model *m, const char *const *from, const char *const *to);

/* ---- optimize -------------------------------------------------------------------------------- */

typedef enum sn_verify_mode {
    SN_VERIFY_DEFAULT, /* each rewrite, and the whole network where sizes are known, hinted at or
                          can be guessed */
    SN_VERIFY_EACH,
    SN_VERIFY_WHOLE,
    SN_VERIFY_OFF,
} sn_verify_mode;

/* The network of n images in place of that of one: inputs and outputs have an axis of n in front,
 * and each image is computed as if it were alone. An axis of 1 that all of them have in front
 * becomes that axis; else there is one more. An operator that would mix the images, or has no place
 * for their axis, comes once for each. Sizes of all inputs must be known (SN_E_SHAPE), and are
 * numbers from then on. Unless verify is SN_VERIFY_OFF, the result is run beside the network of one
 * image. SN_E_UNSUPPORTED, and the network as it was, where the format that it is optimized for has
 * no batch (ncnn), where it has several images already, and where some operator stands against it,
 * by name. SN_E_ARG: n is not 1 to 4096. To be called before optimizing. */
SN_API sn_status sn_model_set_batch(sn_model *m, int n, sn_verify_mode verify);

/* Layers that read one value and could be one layer with all their channels. */
typedef enum sn_fuse_siblings {
    SN_FUSE_SIBLINGS_COST, /* where measurements say that it is faster */
    SN_FUSE_SIBLINGS_ALWAYS,
    SN_FUSE_SIBLINGS_NEVER,
} sn_fuse_siblings;

/* Strings live for the call. */
typedef struct sn_remark_info {
    bool fired;
    const char *pass;
    const char *text; /* all of it on one line: "conv1 + bn1 -> conv1 (conv)", "conv1 + relu1: not
                         fused: ..." */
    const char *const *layers; /* what matched, producer first */
    uint32_t n_layers;
    const char *result; /* the layer that they became; NULL: they are gone, or nothing was done */
    const char *why; /* not done: the reason, which names no layer. Done: what else there is to say,
                        or NULL */
    const char *other;     /* a layer that the reason is about and that did not match, or NULL */
    double distance;       /* of the check; negative when it was not run */
    const char *unchecked; /* why it was not, or NULL */
} sn_remark_info;

typedef struct sn_optimize_options {
    size_t size;
    sn_verify_mode verify;
    const char *const *passes; /* NULL-terminated: only these; NULL: all */
    const char *const *skip;   /* NULL-terminated, or NULL */
    /* Every rewrite, and at the end every missed optimization with its reason. */
    void (*remark)(void *user, const sn_remark_info *remark);
    void *user;
    bool rewrites_only;  /* no missed optimizations, which takes less time */
    uint32_t stop_after; /* so many rewrites; 0: no limit; SN_STOP_AT_ONCE: before the first */
    const char *const *changed_by; /* NULL-terminated passes; NULL: all */
    /* After each of those passes that changed the network, which may be reported on and saved, and
     * nothing else. What is not SN_OK ends the optimization, and the network is as it was. */
    sn_status (*changed)(void *user, sn_model *m, const char *pass, uint32_t n_rewrites);
    sn_fuse_siblings siblings;
    bool no_totals; /* layers and MACs of the result are not reckoned, which takes less time */
    /* NULL: for the format that the network was read from. Else for code of that machine, by the
     * name of an sn_machine_info: then it may have nodes that the format has no layer for. */
    const char *compiled_for;
    const char *machine; /* as sn_compile_options.machine */
} sn_optimize_options;
#define SN_STOP_AT_ONCE UINT32_MAX

/* A tensor that was run on both sides. */
typedef struct sn_compared_info {
    const char *name;  /* of an output, or "input 0 of detection_out" */
    const char *shape; /* "1,100,6" */
    double distance;   /* largest over all runs: max|a-b| / max|a| */
    const char *why;   /* it differs: how, or NULL */
    /* the largest distance that rounding alone makes, measured; 0: it was not needed */
    double noise;
    double share; /* the largest part that a difference takes of what rounding explains for that
                     element; above 1 it differs */
    bool equal;
} sn_compared_info;

typedef struct sn_comparison {
    bool ran; /* false: why_not says why */
    bool equal;
    bool inconclusive; /* nothing differs, and doubt says why that does not show that they are equal
                        */
    bool guessed;      /* sizes were sinter's choice */
    const char *why_not, *doubt;
    double worst; /* distance: max|a-b| / max|a| */
    double bound; /* the one that was given; 0: what rounding explains of each element is allowed */
    double noise, share; /* largest of what was compared */
    int n_runs;
    const char *shapes; /* "data=3,240,320" */
    /* other sizes that sinter chose, at which there were n_runs_elsewhere runs each, "data=64;
       data=64,64"; "" when there are none */
    const char *shapes_elsewhere;
    int n_runs_elsewhere;
    const char *boundaries; /* layers that cannot be run, ", " between; "" when there is none */
    const char *different;  /* first tensor that differs, or what the doubt is about, or NULL */
    const char *uncounted;  /* what differs on inputs for which the first network overflows inside,
                               which decides nothing, or NULL */
    const char *explained;  /* what would explain a difference, or NULL: "storing weights in half
                               precision" */
    uint32_t n_compared;
    const sn_compared_info *compared; /* worst first */
} sn_comparison;

typedef struct sn_optimize_result {
    uint32_t layers_before, layers_after; /* as the format would write them; 0 with no_totals */
    double macs_before, macs_after;       /* negative: not all sizes are known, or no_totals */
    uint32_t n_rewrites, n_checked, n_unchecked, n_refused;
    double worst_rewrite; /* largest distance of a rewrite's check */
    sn_comparison whole;
} sn_optimize_result;

/* In place. SN_E_DIFFERS when the whole network computes something else than before: then the model
 * is as it was, as after any other failure. Only SN_VERIFY_EACH and SN_VERIFY_OFF without
 * `changed`, which keep no copy, leave the rewrites made until then in it. */
SN_API sn_status sn_model_optimize(sn_model *m, const sn_optimize_options *options,
                                   sn_optimize_result *result);

/* Rewrites work in f32: a weight that the file stored in half precision (halves) and that they
 * changed takes twice the bytes. */
typedef struct sn_storage_info {
    uint32_t n_singles,
        n_halves;         /* layers with such weights in f32; with all of them as halves again */
    uint64_t bytes_more;  /* that those in f32 take beyond halves */
    uint64_t bytes_saved; /* that was saved for the others */
    double moved; /* how far storing those as halves moves the results: max|a-b| / max|a|, largest
                     of all */
    double all_move;     /* how far storing all of them so would; negative: it was not measured */
    const char *why_not; /* it could not be measured, so all stay in f32; else NULL */
} sn_storage_info;
/* To be called before saving with SN_WEIGHTS_KEEP, if at all: from here on those of these weights
 * are halves with which no result moves by more than 1e-5, measured on inputs of several kinds. */
SN_API sn_status sn_model_choose_storage(sn_model *m, sn_storage_info *result);
/* From here on its weights are what a file saved with SN_WEIGHTS_FP16 holds of them, where they lie
 * in the file as they are; of a format that has no halves (ONNX), matrices and kernels that layers
 * multiply by are rounded. */
SN_API sn_status sn_model_round_to_halves(sn_model *m);

/* Before two networks are compared: lists end with NULL, and NULL is an empty one. maps: what b
 * calls inputs and outputs of a, "NAME_IN_A=NAME_IN_B"; b's are called as a's from here on.
 * SN_E_ARG names one that there is not, or twice, and types and sizes that contradict each other.
 * sizes: as of sn_model_pin, for both networks, by the name in either; those of a network of a
 * format with an axis of images in front hold, with 1 in front or without, for one of a format
 * without it, too. Such an axis of one image that only one of the networks has goes, where all
 * sizes are known and every layer keeps images apart. */
SN_API sn_status sn_model_match(sn_model *a, sn_model *b, const char *const *maps,
                                const char *const *sizes);
/* Runs both on the same seeded inputs. SN_OK also when they differ: the comparison says so. bound
 * 0: what rounding explains of each element, measured; one that is negative or not finite
 * is SN_E_ARG. */
SN_API sn_status sn_model_compare(sn_model *a, sn_model *b, double bound, sn_comparison *result);
/* The same, where one of them stores weights in half precision that the other has in f32: what
 * rounding them to halves does to a's results is allowed, measured. */
SN_API sn_status sn_model_compare_storage(sn_model *a, sn_model *b, sn_comparison *result);

/* What differs between layers that stand for each other. Text is printable. */
typedef struct sn_diff_change {
    const char *what;  /* "name", "op", "param", "weight", "input", "declared" (type and sizes of an
                          input), "body", "output" (the name of a value that it makes) */
    const char *name;  /* of the param, the role or the body; "" where `what` says it all */
    const char *a, *b; /* NULL: there is none */
    double distance;   /* of weights: the largest absolute difference; negative: not known */
} sn_diff_change;
typedef struct sn_diff_entry {
    bool is_result;          /* of a result of the network, not of a layer */
    const char *a, *b;       /* labels, or outside names; NULL: only the other network has it */
    const char *op_a, *op_b; /* of layers */
    uint32_t n_changes;
    const sn_diff_change *changes;
} sn_diff_entry;
typedef struct sn_diff {
    /* layers of the networks themselves, not of bodies; without Splits */
    uint32_t n_same, n_changed, n_only_a, n_only_b;
    uint32_t n_entries; /* 0: no difference. What differs in a body stands behind its layer */
    const sn_diff_entry *entries; /* in the order of a; they live as long as a */
} sn_diff;
/* By structure alone; nothing is run. Layers are matched by name, then by the name of their first
 * output, then by what they read. Both of one context. */
SN_API sn_status sn_model_diff(sn_model *a, sn_model *b, sn_diff *out);

/* ---- run ------------------------------------------------------------------------------------- */

/* A tensor, dense, the last axis fastest. */
typedef struct sn_array {
    const char *name;
    /* "f32", "f64", "f16" and "bf16" (as their bits), "i8" to "i64", "u8" to "u64", "bool" (a byte,
     * 0 or 1); a byte each: "i4", "i2", "u4", "u2", and the bits of "f8e4m3fn", "f8e4m3fnuz",
     * "f8e5m2", "f8e5m2fnuz", "f8e8m0", "f4e2m1" */
    const char *type;
    int rank;
    int64_t sizes[8]; /* rank, outermost first */
    uint64_t n;       /* elements */
    uint64_t bytes;   /* of all elements */
    const void *data;
} sn_array;

/* Bytes of an element of that type; 0: there is no such type. */
SN_API uint32_t sn_type_size(const char *type);
/* An element as a number. i < a->n. */
SN_API double sn_array_at(const sn_array *a, uint64_t i);
/* Its elements as those of another type, into `to`, which has room for a->n of them and is aligned.
 * Floats are rounded to nearest even where the type is a float, too; nothing else is lost. The
 * first element that the type has no number for is SN_E_FORMAT, with a->name, its index and value:
 * an integer that a float type does not hold exactly, a fraction or NaN as an integer, what is
 * beyond the range. SN_E_ARG: there is no such type. */
SN_API sn_status sn_array_convert(sn_context *ctx, const sn_array *a, const char *type, void *to);

/* The input is a constant from now on, and no input: its elements are converted as by
 * sn_array_convert. What sizes hang on (a list of axes, a shape) may then be compiled. Before the
 * network is optimized or cut. SN_E_ARG for an unknown input, SN_E_SHAPE when the network, or the
 * input's sizes, contradict. */
SN_API sn_status sn_model_set_constant(sn_model *m, const char *name, const sn_array *a);

/* The format that has arrays in files of this name, as ONNX in .pb; NULL: none. */
SN_API const char *sn_array_format_of(const char *path);
/* The array in such a file; its name is the one that stands there, or "". It lives as long as the
 * context. SN_E_IO, SN_E_FORMAT with the place, SN_E_UNSUPPORTED for elements of another kind, and
 * for a file of another name. */
SN_API sn_status sn_array_load(sn_context *ctx, const char *path, sn_array *out);

/* Runs the network in the reference interpreter: slow, exact, without a compiler. inputs: the
 * elements of each input, in order, of its type and sizes, those of sn_model_sized (SN_E_SHAPE
 * names one that has none). outputs: one for each output; their data live until the model is run
 * again or destroyed. */
SN_API sn_status sn_model_run_interpreted(sn_model *m, const void *const *inputs,
                                          sn_array *outputs);
/* Runs it so and compares its outputs with what else was made of these inputs: references has an
 * array for each output, of its type and, but for axes of 1, of its sizes; one whose data is NULL
 * is not compared. bound, and what roundings explain: as in sn_model_compare. */
SN_API sn_status sn_model_compare_given(sn_model *m, const void *const *inputs,
                                        const sn_array *references, double bound,
                                        sn_comparison *result);

/* A file to be written. */
typedef struct sn_file {
    const char *path;
    const void *data;
    size_t bytes;
} sn_file;
/* Writes all aside and moves them into place, in order: on any failure the old ones are intact. */
SN_API sn_status sn_write_files(sn_context *ctx, const sn_file *files, size_t n);
/* Whether a file of that name could be written, before the time that it takes to make its contents;
 * devices, pipes and folders are not asked. The same errors. */
SN_API sn_status sn_try_to_write(sn_context *ctx, const char *path);
/* Whether both names lead to one regular file that is there, by links too: what is read must not be
 * written. */
SN_API bool sn_same_file(const char *a, const char *b);

/* ---- compile --------------------------------------------------------------------------------- */

typedef enum sn_fuse_groups {
    SN_FUSE_GROUPS_FULL, /* all that is legal and pays */
    SN_FUSE_GROUPS_TVM,  /* as TVM's FuseOps does it */
    SN_FUSE_GROUPS_OFF,  /* every operator alone */
} sn_fuse_groups;

/* Sizes of inputs are those that are known, else the file's hints: sn_model_sized, whose failures
 * are those of all that compiles. */
typedef struct sn_compile_options {
    size_t size;
    const char *target; /* name of an sn_machine_info; NULL: "native". For a folder also several of
                           one architecture, "x86-64-v3+x86-64-v4": its code takes, where it runs,
                           the one that needs most of what the processor has */
    const char *prefix; /* of symbols and files; NULL: from the name of the model's file */
    sn_fuse_groups fusion;
    const char *without; /* rules of docs/fusion.md that are left out, "rows,sum"; NULL: none */
    bool exact;         /* no algorithm that rounds worse than the plain sum (Winograd, Strassen) */
    bool small;         /* little code and weights rather than speed: none of these, no unrolling */
    bool embed_weights; /* weights as a C array instead of a file */
    bool no_check;      /* do not compare what the C compiler made with the interpreter */
    bool no_selftest;   /* of a folder: without one */
    bool as_is;         /* do not optimize first; otherwise a copy is, each rewrite checked */
    const char *machine; /* the processor that choices are made for: of sn_machine_facts_at by name,
                            or a file of such facts; NULL: what is usual for the target, and of
                            "native" this one, measured */
    const char *kernel;  /* this kernel for all that it can compute; NULL: the cheapest */
    int threads;         /* that it is tuned for, and that an executable runs on; 0: 1 */
    int batch; /* images of a run: inputs and outputs get an axis of that size in front, and each
                  image is computed as if it were alone, bit by bit; 0: no such axis */
    bool no_threads;  /* code for one thread, without pthread; so it is for a target that is a
                         microcontroller, unless `threads` is more than 1 */
    bool single_file; /* a folder of PREFIX.h and PREFIX.c alone, weights and self-test in it */
    bool fp16;        /* weights are rounded to halves, behind all rewrites, as by
                         sn_model_round_to_halves, and stay halves in the code */
    bool min_memory;  /* the plan with the smallest workspace that is found, rather than the
                         fastest: kernels, strips of rows, the order of steps, values computed
                         twice */
} sn_compile_options;

/* The network at one set of sizes of its inputs, as it was compiled for one target. */
typedef struct sn_compiled_set {
    const char *target;
    uint32_t n_inputs, n_outputs;
    const sn_array *inputs, *outputs; /* name, type and sizes; data is NULL */
    uint32_t n_steps;
    double flops;
    uint64_t workspace_bytes; /* that it would need alone */
    /* What the facts of the machine say of a run: seconds on one thread, and on as many as it is
     * tuned for; how often these wait for each other; steps that one of them does alone, since they
     * are too small to be shared. */
    double work_seconds, span_seconds;
    uint32_t n_barriers, n_alone;
    uint32_t n_beside; /* of n_alone, steps beside which other threads do other branches */
} sn_compiled_set;

/* Part of what the weights of compiled code are more than the model's. */
typedef struct sn_weights_growth {
    const char *why; /* "decoded": f32 in place of halves or tables; "worked out beforehand": by
                        rewrites; "other sizes or targets"; else the kernel that packs more */
    int64_t bytes;
} sn_weights_growth;

typedef struct sn_compile_result {
    const char *prefix;
    uint32_t n_files;
    const char *const *files; /* names within the folder */
    uint64_t code_bytes, weights_bytes,
        workspace_bytes;          /* workspace: what PREFIX_workspace_bytes(threads) returns */
    uint64_t apart_weights_bytes; /* of the weights, what not all sets read: kernels that were
                                     chosen for other sizes or targets have them packed in another
                                     way */
    uint64_t model_weights_bytes, packed_weights_bytes; /* constants as the model stores them; as
                                                           the code reads them, embedded or not */
    uint32_t n_weights_growth; /* parts of a hundredth of the growth or more, the largest first */
    const sn_weights_growth *weights_growth;
    bool small; /* as in the options */
    int threads;
    uint32_t n_targets; /* those first that need more of the processor */
    uint32_t n_sets;    /* of all targets: those of the first, then of the next */
    const sn_compiled_set *sets;
    uint32_t n_steps;    /* of all sets */
    double flops, bytes; /* of a run at the largest; bytes that its steps read and write */
    uint32_t n_remarks;
    const char *const *remarks; /* what was not done as the groups say, and why */
    const char *unchecked;      /* why the code was not compared with the interpreter; NULL: it was,
                                   built by this machine's compiler */
    uint32_t n_passed_over;     /* steps that were not: they sort or cut off by numbers that they
                                   compute themselves, which last bits turn around */
    const char *no_selftest;    /* why the folder has no self-test; NULL: it has one */
} sn_compile_result;

/* Writes C into a folder, which is made when its parent is there: header, code, weights, an example
 * main.c and a CMakeLists.txt. docs/compile.md describes them. The result lives as long as the
 * model. */
SN_API sn_status sn_model_compile(sn_model *m, const char *folder,
                                  const sn_compile_options *options, sn_compile_result *result);

/* A network with sizes of its inputs, one of several: a clone of it with others pinned is another.
 */
typedef struct sn_compile_set {
    sn_model *model;
    int batch; /* as sn_compile_options.batch, which does not count here */
} sn_compile_set;
/* The same folder for several sets of sizes: a run says which. They share one init, what is packed
 * alike of their weights, and the workspace, which is that of the largest. Of one set it is the
 * folder of sn_model_compile. Messages name the set, counted from 0. SN_E_ARG where two have the
 * same sizes, SN_E_UNSUPPORTED where inputs or outputs differ in more, as in axes. The result lives
 * as long as the first model. */
SN_API sn_status sn_compile_sets(sn_context *ctx, const sn_compile_set *sets, uint32_t n,
                                 const char *folder, const sn_compile_options *options,
                                 sn_compile_result *result);

/* A network compiled by the C compiler of this machine and loaded. Lives until it is destroyed, or
 * its context is; the model it was made from may go before. SN_E_UNSUPPORTED when there is no
 * compiler. */
typedef struct sn_executable sn_executable;
typedef struct sn_executable_info {
    uint32_t n_inputs, n_outputs;
    bool cached;          /* compiled before */
    bool checked;         /* compared with the interpreter, step by step, when it was compiled */
    double plan_seconds;  /* from the network to C */
    double build_seconds; /* from C to a library; little when it was cached */
    const char *compiler; /* first line of what it says of itself */
    const char *library;  /* path */
    uint64_t code_bytes, weights_bytes, workspace_bytes;
} sn_executable_info;
SN_API sn_status sn_executable_create(sn_model *m, const sn_compile_options *options,
                                      sn_executable **out);
SN_API void sn_executable_destroy(sn_executable *e); /* NULL is allowed */
SN_API void sn_executable_describe(const sn_executable *e, sn_executable_info *out);
/* Name, type and sizes; data is NULL. False beyond the last. */
SN_API bool sn_executable_input(const sn_executable *e, uint32_t index, sn_array *out);
SN_API bool sn_executable_output(const sn_executable *e, uint32_t index, sn_array *out);
/* Of an output along one of whose axes only the data tells how much there is: its size there is
 * what there is room for, and another output, behind all that the network has, says how much it
 * was: an i64, one for each image. What is beyond that has no meaning. False where sizes are known,
 * and for detections, whose rows that nothing was found for are -1 throughout. */
typedef struct sn_output_count {
    int axis;
    uint32_t output;
} sn_output_count;
SN_API bool sn_executable_count(const sn_executable *e, uint32_t index, sn_output_count *out);
/* The elements of each input and output, in order, of their types. */
SN_API sn_status sn_executable_run(sn_executable *e, const void *const *inputs,
                                   void *const *outputs);
/* The same with tensors. inputs: as many as there are, by name, or in order where none has one;
 * `type`, `rank`, `sizes` and `data` count. SN_E_SHAPE where sizes are others than
 * sn_executable_input says; another type is converted as by sn_array_convert, and fails as that
 * does. outputs: room for one for each; their data belong to e, until it is run so again. */
SN_API sn_status sn_executable_run_arrays(sn_executable *e, const sn_array *inputs, uint32_t n,
                                          sn_array *outputs);

/* ---- tuning ---------------------------------------------------------------------------------- */

/* What a processor core does: all that choices between kernels, and what is fused, depend on. In
 * bytes, seconds, and numbers a second. */
typedef struct sn_machine_facts {
    const char *name, *about;
    double
        flops[4];   /* of products, with vectors of 32 (none), 128, 256 and 512 bits; 0: has none */
    double latency; /* of a multiply-add */
    double loads, halves; /* vectors from the first cache; of halves that a product makes floats */
    double scalar;        /* simple instructions */
    double cache_bytes[3];
    double read_speed[4]; /* of each cache, and of memory */
    double barrier;       /* of two threads */
    double start;         /* of a step */
    const char *text;     /* all of it, as a file of facts has it */
} sn_machine_facts;
/* Those that are built in; false beyond the last. Lives as long as the context. */
SN_API bool sn_machine_facts_at(sn_context *ctx, uint32_t index, sn_machine_facts *out);
/* Measures this machine: a second or two. remember: from now on "native" is what was found. */
SN_API sn_status sn_tune(sn_context *ctx, bool remember, sn_machine_facts *out);

typedef struct sn_timed_kernel {
    const char *kernel;
    double estimate, seconds; /* by the machine's facts; as it is */
} sn_timed_kernel;
typedef struct sn_checked_choice {
    const char *layer; /* "conv [64,56,56] x [64,64,3,3]" */
    uint32_t n, best;  /* kernels[0] is the one that is chosen, kernels[best] the fastest */
    const sn_timed_kernel *kernels;
} sn_checked_choice;
typedef struct sn_choice_check {
    uint32_t n;
    const sn_checked_choice *choices;
} sn_choice_check;
/* Each layer that several kernels can compute, each once of those of the same sizes, compiled and
 * timed with each of them, on one thread, with weights that come from memory. Takes seconds for
 * each. rounds: 0: 9. The result lives as long as the model. */
SN_API sn_status sn_model_check_choices(sn_model *m, const sn_compile_options *options,
                                        uint32_t rounds, sn_choice_check *out);

/* A step: one function, that does what several layers ask for, or a part of it. */
typedef struct sn_step_info {
    const char *layers, *kernel;
    double seconds; /* the median of all rounds, with waiting for the other threads */
    double flops, bytes;
    double roof;   /* seconds that the machine would need at its measured speeds */
    uint32_t step; /* of sn_groups_info.steps of the same network with the same options: that it is,
                      or a part of */
} sn_step_info;
/* What a thread did in a run that is traced: a step, or its part of it. */
typedef struct sn_bench_event {
    uint32_t round, step, thread; /* step: of sn_bench_result.steps */
    double begun, ended;          /* seconds from the start of the first round */
} sn_bench_event;
/* Zero is what holds without them. */
typedef struct sn_bench_options {
    size_t size;
    uint32_t rounds; /* runs that count, at least; 0: 30, or with `seconds` 1 */
    double seconds;  /* that these take, at least */
    uint32_t warmup; /* runs before them that do not count, at least; 0: 1 */
    double warmup_seconds;
    uint32_t traced; /* of the first so many that count, what each thread did when; of fewer where
                        their events would take more than 256 MB: sn_bench_result.n_traced */
    const void *const *inputs; /* as of sn_executable_run; NULL: from a seed */
} sn_bench_options;
typedef struct sn_bench_result {
    uint32_t n_rounds;
    double best, median; /* seconds of a run */
    uint32_t n_steps;
    const sn_step_info *steps;
    double peak_flops; /* per second, multiply-adds of the target's vectors, by as many threads */
    uint32_t n_levels; /* of memory, nearest first */
    const double *level_bytes, *level_speeds; /* of a cache, 0: memory; read per second */
    /* by output: how many of the steps are done when it is complete; 0: it is none's, like an input
     * that is passed through */
    const uint32_t *made;
    /* by round: how long it took, and when it started, in seconds from the start of the first */
    const double *runs, *begun;
    uint32_t n_warmup; /* runs that did not count */
    uint32_t n_traced, n_events;
    const sn_bench_event *events; /* round by round, thread by thread, in order */
} sn_bench_result;
/* Times `rounds` runs, after one that does not count, on seeded inputs. The result lives as long as
 * e. SN_E_UNSUPPORTED where the code is for another kind of machine than this one. */
SN_API sn_status sn_executable_bench(sn_executable *e, uint32_t rounds, sn_bench_result *out);
/* The same as the options say (NULL: all zero); a million rounds at most. Where the times of steps
 * of all rounds would take more than 256 MB, their medians are those of the last ones. */
SN_API sn_status sn_executable_bench_with(sn_executable *e, const sn_bench_options *options,
                                          sn_bench_result *out);

/* ---- reports --------------------------------------------------------------------------------- */

typedef bool (*sn_write_fn)(void *user, const char *text, size_t n);
/* Reports, piece by piece until `write` returns false (SN_E_IO). About a model: "show" (layers,
 * shapes, parameters, MACs, bytes, peak activation memory), "text" (the IR's text form), "names"
 * (inputs and outputs). Without one (NULL): "ops", "ops.matrix", "passes", "zoo", "formats". */
SN_API sn_status sn_report(sn_context *ctx, sn_model *m, const char *what, sn_write_fn write,
                           void *user);

#ifdef __cplusplus
}
#endif

#include "sinter/groups.h"
#include "sinter/lists.h"
#include "sinter/look.h"
#include "sinter/train.h"
#endif
