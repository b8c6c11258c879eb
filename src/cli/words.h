/* SPDX-License-Identifier: Apache-2.0
 *
 * What may stand where an option takes a value, or a command an argument, as far as the tool knows:
 * for a shell that completes it. */
#ifndef SN_CLI_WORDS_H
#define SN_CLI_WORDS_H

#include "cli/cli.h"

/* Names that are known. `name` is what stands for one of them in a table of options, in capitals;
 * where several may be given, as "PASS,PASS", `joint` is between them, else it is 0. */
typedef struct sn_word_list {
    const char *name;
    char joint;
    const char *(*at)(sn_cli *cli, uint32_t index); /* NULL beyond the last */
} sn_word_list;
extern const sn_word_list sn_word_lists[]; /* ends with a row without a name */

typedef struct sn_known_words {
    bool files, folders;
    const sn_word_list *list; /* NULL: none */
    sn_texts literals;
} sn_known_words;

/* Of a value as a table has it, like "FILE|seed:N", "default|each" or "PASS,PASS|all". */
sn_known_words sn_words_of_value(const char *value);
/* Of the arguments of a command, by its usage; nothing where it takes none. */
sn_known_words sn_words_of_arguments(const sn_command *command);

/* ---- printed with it ------------------------------------------------------------------------- */

/* A script for a shell by its name, on stdout. False: none is known for that shell. */
bool sn_completion_print(sn_cli *cli, const char *shell);

/* The manual page of the tool, or of a command, for man(7), on stdout: manual.c. */
void sn_manual_print(const sn_command_entry *entry); /* NULL: the tool's */

#endif
