/* SPDX-License-Identifier: Apache-2.0
 *
 * Command line options, as tables: one row says how an option is spelled, what it takes, where it
 * goes and what the help says of it. Parser and help are loops over the rows, so they cannot
 * disagree. */
#ifndef SN_CLI_OPTIONS_H
#define SN_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* v[n] is NULL; v is NULL when the option was not given. */
typedef struct sn_texts {
    const char **v;
    size_t n;
} sn_texts;
void sn_texts_add(sn_texts *list, const char *text);

typedef struct sn_counts {
    uint64_t *v;
    size_t n;
} sn_counts;

typedef struct sn_percents {
    double *v;
    size_t n;
} sn_percents;

/* Where all options of all commands go; zero is what holds without them. */
typedef struct sn_settings {
    bool help, quiet, explain, text, matrix, json;
    const char *out, *bin, *out_bin, *bin_a, *bin_b;
    const char *target_version, *spell;
    const char *format; /* of all files; NULL: by how each name ends */
    int storage;        /* sn_weight_storage */
    int verify;         /* sn_verify_mode */
    int picture;        /* of draw: before, after, both */
    int fuse_siblings;  /* sn_fuse_siblings */
    bool after, groups, list;
    sn_texts maps;
    sn_texts inputs, constants, outputs, keep, passes, skip, weights_of, from, to;
    sn_texts dump_after;
    const char *dump_to, *run;
    bool manual;
    const char *completion; /* of help */
    bool interpret, bgr, exact, small, embed_weights, as_is, single_file, no_threads, halves,
        min_memory;
    const char *target, *machine, *checked, *prefix, *without;
    int fuse_groups; /* sn_fuse_groups */
    int check;       /* 1: off */
    bool no_selftest;
    uint64_t rounds;
    double seconds;
    const char *warmup, *trace;
    sn_percents percentiles;
    bool no_bench;
    const char *image, *resize, *mean, *scale;
    sn_texts input_files, references;
    double bound;
    bool stored; /* verify: what storing in half precision does is allowed */
    uint64_t seed, threads, batch, stop_after;
    sn_counts batches; /* of compile */
    const char *loss, *optimizer, *result, *test_data, *test_target, *batch_norms,
        *memory; /* of train */
    double learning_rate, weight_decay, clip_norm, huber_delta, statistics_momentum;
    bool for_training, frozen_statistics, biased_variance;
    sn_texts trainable, no_decay;
    uint64_t epochs, shuffle, dropout_seed;
    const char *states, *save_states, *draw;
    int look; /* at the step: show, fuse, bench */
} sn_settings;

typedef enum sn_option_kind {
    SN_OPTION_FLAG,     /* bool: given */
    SN_OPTION_SET,      /* int: becomes `constant`; two rows with one offset exclude each other */
    SN_OPTION_TEXT,     /* const char * */
    SN_OPTION_LIST,     /* sn_texts: one more each time */
    SN_OPTION_NAMES,    /* sn_texts: a,b,c, more each time */
    SN_OPTION_CHOICE,   /* int: index into the |-separated `value` */
    SN_OPTION_COUNT,    /* uint64_t: up to `constant`, or any when that is 0 */
    SN_OPTION_COUNTS,   /* sn_counts: the same, 1,2,3 */
    SN_OPTION_REAL,     /* double: finite, above 0 */
    SN_OPTION_PERCENTS, /* sn_percents: 0 to 100 each, 50,99.9 */
} sn_option_kind;

typedef struct sn_option {
    const char *name; /* without -- */
    char letter;      /* short form, or 0 */
    sn_option_kind kind;
    size_t offset;     /* in sn_settings */
    const char *value; /* what it takes, for the help and by cli/words.h; NULL: nothing */
    const char *help;
    int constant;
    bool required;
} sn_option;

/* Rows that stand in tables of several commands: --output and --keep; --passes and --skip. */
#define SN_ROWS_RESULTS                                                                            \
    {"output",                                                                                     \
     0,                                                                                            \
     SN_OPTION_LIST,                                                                               \
     offsetof(sn_settings, outputs),                                                               \
     "NAME",                                                                                       \
     "a result of the network; values that no result needs are dropped (default: all results; "    \
     "repeatable)",                                                                                \
     0,                                                                                            \
     false},                                                                                       \
    {                                                                                              \
        "keep", 0, SN_OPTION_LIST, offsetof(sn_settings, keep), "NAME",                            \
            "a value that must stay, under its name (repeatable)", 0, false                        \
    }
#define SN_ROWS_PASSES                                                                             \
    {"passes",                                                                                     \
     0,                                                                                            \
     SN_OPTION_NAMES,                                                                              \
     offsetof(sn_settings, passes),                                                                \
     "PASS,PASS",                                                                                  \
     "only these passes; 'sinter passes' lists them",                                              \
     0,                                                                                            \
     false},                                                                                       \
    {                                                                                              \
        "skip", 0, SN_OPTION_NAMES, offsetof(sn_settings, skip), "PASS,PASS",                      \
            "all passes but these", 0, false                                                       \
    }

/* Tables end with a row without a name; commands share these. */
extern const sn_option sn_options_help[];     /* --help */
extern const sn_option sn_options_threads[];  /* --threads */
extern const sn_option sn_options_json[];     /* --json */
extern const sn_option sn_options_quiet[];    /* --quiet */
extern const sn_option sn_options_bin[];      /* --bin */
extern const sn_option sn_options_custom[];   /* --weights-of */
extern const sn_option sn_options_input[];    /* --input */
extern const sn_option sn_options_constant[]; /* --constant */
extern const sn_option sn_options_part[];     /* --from, --to */
extern const sn_option sn_options_storage[];  /* --out-bin, --fp16, --fp32 */
extern const sn_option sn_options_fusion[];   /* --fusion */
extern const sn_option sn_options_spelling[]; /* --target-version */
extern const sn_option sn_options_feed[];     /* --image and what is done to it, --input-file */
extern const sn_option sn_options_machine[];  /* --target, --machine */
extern const sn_option sn_options_compile[];  /* --exact, --small, --as-is */
extern const sn_option sn_options_check[];    /* --check */
extern const sn_option sn_options_batch[];    /* --batch, one */

extern const sn_option sn_options_timed[]; /* --rounds, --seconds, --warmup, --percentiles */

struct sn_cli;

/* Options may stand anywhere; "--" ends them, and "-1" is none. What is left goes to cli->args. 0,
 * or the exit code after a message. */
int sn_options_parse(struct sn_cli *cli, int argc, char **argv);
/* The aligned list of a command's options, on stdout. */
void sn_options_print(const sn_option *const *tables);
/* A number at the beginning of `text`, without blanks in front; *end is behind it. False: there is
 * none. */
bool sn_cli_read_real(const char *text, const char **end, double *out);

#endif
