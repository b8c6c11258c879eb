/* SPDX-License-Identifier: Apache-2.0
 *
 * The tool: what every command shares. A command is one file with one sn_command; the list is
 * commands.def. Results go to stdout, everything else to stderr; nothing is printed before the
 * files are written, so a closed pipe never costs a result. Each run ends with one of the codes
 * that `sinter help exit-codes` lists. */
#ifndef SN_CLI_CLI_H
#define SN_CLI_CLI_H

#include <stdio.h>
#include <time.h>

#include "cli/options.h"
#include "sinter/sinter.h"

#if defined(__GNUC__)
#define SN_CLI_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define SN_CLI_PRINTF(fmt, args)
#endif

typedef struct sn_progress {
    bool on;    /* stderr is a terminal */
    bool shown; /* a line stands there now */
    struct timespec last;
} sn_progress;

typedef struct sn_cli {
    const struct sn_command_entry *entry; /* NULL before a command was chosen */
    const char *called; /* "sinter optimize", "./optimize": see sn_command.links */
    sn_settings set;
    const char **args; /* what is not an option */
    int n_args;
    sn_context *ctx;
    const char *about;   /* what errors begin with: which set of sizes; NULL: nothing */
    struct json_t *json; /* what --json prints; NULL: nothing yet */
    bool keeps_messages; /* warnings and notes go into it without --json, too */
    int json_digits;     /* of its reals; 0: as many as single precision has */
    sn_texts reads;      /* paths of files that were read */
    int out_errno;       /* why writing to stdout failed, once it has */
    sn_progress progress;
} sn_cli;

typedef struct sn_command {
    const char *usage; /* after the name: "IN [-o OUT] [options]" */
    const char *about; /* paragraphs for the help */
    const char *examples;
    /* Tables, ends with NULL. NULL: argv is not parsed, all of it is args. */
    const sn_option *const *options;
    int min_args, max_args;
    int (*run)(sn_cli *cli); /* an exit code */
    bool links;              /* a link to the tool with the command's name is the command */
    int own_code;            /* an exit code of its own, 0: none, and what it is for */
    const char *own_code_is;
} sn_command;

typedef struct sn_command_entry {
    const char *name, *what;
    const sn_command *command;
} sn_command_entry;

#define COMMAND(name, file, what)            extern const sn_command sn_cmd_##name;
#define COMMAND_AS(name, called, file, what) extern const sn_command sn_cmd_##name;
#include "cli/commands.def"
#undef COMMAND
#undef COMMAND_AS

extern const sn_command_entry sn_commands[]; /* ends with a row without a name */
extern const size_t sn_n_commands;
const sn_command_entry *sn_command_find(const char *name); /* NULL: none */

/* ---- exit codes, help: help.c ---------------------------------------------------------------- */

#define SN_EXIT_USAGE     2 /* what SN_E_ARG gives */
#define SN_EXIT_DIFFERENT 1 /* as diff: sinter diff found a difference */
int sn_exit_of(sn_status status);
bool sn_exit_code_at(size_t index, int *code, const char **text); /* false beyond the last */
extern const char *const sn_help_what, *const sn_help_more;       /* of the tool: a line, the end */
void sn_help_exit_codes(void);
void sn_help_overview(FILE *f);
void sn_help_command(const sn_command_entry *entry);

/* ---- messages: message.c --------------------------------------------------------------------- */

/* Each prints "sinter: ..." on stderr and gives the exit code. */
int sn_cli_fail(sn_cli *cli, sn_status status); /* with the context's message */
int sn_cli_error(sn_cli *cli, sn_status status, const char *fmt, ...) SN_CLI_PRINTF(3, 4);
int sn_cli_usage(sn_cli *cli, const char *fmt, ...) SN_CLI_PRINTF(2, 3); /* and the usage line */
void sn_cli_warn(sn_cli *cli, const char *fmt, ...) SN_CLI_PRINTF(2, 3);

/* With --json also into the object that is printed at the end; cli/json.h has the rest. */
void sn_json_add_error(sn_cli *cli, sn_status status, const char *message);
void sn_json_add_message(sn_cli *cli, bool is_warning, const char *message);

void sn_progress_init(sn_progress *p);
void sn_progress_show(sn_progress *p, const char *what, uint64_t n_done, uint64_t n_total);
void sn_progress_clear(sn_progress *p);

/* ---- text: text.c ---------------------------------------------------------------------------- */

/* The one way to print text from a file or the command line: controls, broken UTF-8 and marks that
 * reorder a line come out as \xHH. */
void sn_put_safe(FILE *f, const char *text);
size_t sn_utf8_length(const char *s); /* of the sequence at s, 0: it is none */
char *sn_cli_safe(const char *text);  /* the same, as a string */
int sn_columns(const char *text);     /* on a terminal */
typedef struct sn_number {
    char s[48];
} sn_number;
sn_number sn_number_of(double v);          /* 12345678: "12.3 M" */
sn_number sn_number_of_bytes(double v);    /* "4.10 MB" */
sn_number sn_number_of_flops(double v);    /* "256 FLOP", "4.10 MFLOP" */
sn_number sn_number_of_distance(double v); /* "3.1e-07", "0" */
/* The name nearest to what was typed, of n rows of `stride` bytes that begin with a name; NULL:
 * none is near. */
const char *sn_did_you_mean(const char *typed, const void *rows, size_t n, size_t stride);
/* "label    " of a summary, in a fixed column. */
void sn_put_label(const char *label);
/* `text` in lines of at most 100 columns, from `column` on; the cursor is at `column` already. */
void sn_put_wrapped(const char *text, int column);

/* Memory that lives till the end; out of memory ends the tool with its code. */
void *sn_cli_alloc(size_t bytes);
char *sn_cli_copy(const char *text, size_t n);
char *sn_cli_join(const char *a, const char *b);
void sn_cli_free_all(void);

/* ---- steps that commands share: steps.c ------------------------------------------------------ */

/* Each is 0, or the exit code after a message. */
int sn_cli_open(sn_cli *cli); /* makes the context */
int sn_cli_load(sn_cli *cli, const char *path, const char *bin, sn_model **out);
/* What the command reads is noted; a file that it writes must be none of that (a network over
 * itself: sn_model_save). */
void sn_cli_reads(sn_cli *cli, const char *path);
int sn_cli_check_target(sn_cli *cli, const char *path);
int sn_cli_pin(sn_cli *cli, sn_model *m);                          /* --input */
int sn_cli_check_pinned_once(sn_cli *cli, const sn_texts *inputs); /* no input twice */
int sn_cli_cut(sn_cli *cli, sn_model *m, const sn_texts *inputs);  /* --input, --from, --to */
/* --input where an input that comes again begins another set of sizes, in which those that do not
 * come again are as before: the texts of each set; at least one. */
void sn_cli_input_sets(sn_cli *cli, sn_texts **sets, size_t *n);
int sn_cli_save(sn_cli *cli, sn_model *m, const char *path, const char *bin, int storage);
/* What the options ask of a model: --input, --from, --to, --target-version, --output, --keep. */
int sn_cli_prepare(sn_cli *cli, sn_model *m);
/* Reads what sn_cli_save wrote of `made` and runs it against the model that was meant. 0 also when
 * it differs or cannot be run; sn_cli_written_verdict gives the code for that, after the result is
 * printed. */
int sn_cli_check_written(sn_cli *cli, sn_model *meant, sn_model *made, const char *path,
                         const char *bin, sn_comparison *c);
int sn_cli_written_verdict(sn_cli *cli, const char *path, const sn_comparison *c);
void sn_cli_put_check_written(FILE *f, const sn_comparison *c); /* a line of a summary */
/* `bin`, or where weights are that were given no place; NULL: no format has files of that name. */
const char *sn_cli_weights_at(const sn_cli *cli, const char *path, const char *bin);
void sn_cli_put_file(const char *path);         /* its name and size */
void sn_cli_put_written_file(const char *path); /* the same as a line of a summary */
/* Names and sizes of what sn_cli_save wrote, as a line of a summary. */
void sn_cli_put_written(const sn_cli *cli, const char *path, const char *bin);
int sn_cli_report(sn_cli *cli, sn_model *m, const char *what); /* to stdout */
int sn_cli_show(sn_cli *cli, sn_model *m); /* as `sinter show` does: a table, --text, --json */
const char *sn_cli_verdict(const sn_comparison *c); /* "same", "different", "inconclusive" */
void sn_cli_put_comparison(const sn_comparison *c, bool with_verdict);

#endif
