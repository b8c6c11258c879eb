/* SPDX-License-Identifier: Apache-2.0
 *
 * The option parser and the tables that commands share. */
#include "cli/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

#define AT(field) offsetof(sn_settings, field)

const sn_option sn_options_help[] = {
    {"help", 'h', SN_OPTION_FLAG, AT(help), NULL, "this text", 0, false},
    {0},
};

const sn_option sn_options_threads[] = {
    {"threads", 0, SN_OPTION_COUNT, AT(threads), "N",
     "run networks on N threads (default: all that the machine has)", 1024, false},
    {0},
};

const sn_option sn_options_json[] = {
    {"json", 0, SN_OPTION_FLAG, AT(json), NULL,
     "one JSON object on stdout, errors included; docs/json.md says what is in it", 0, false},
    {0},
};

const sn_option sn_options_quiet[] = {
    {"quiet", 'q', SN_OPTION_FLAG, AT(quiet), NULL,
     "no summary, no notes, no progress; warnings and errors stay", 0, false},
    {0},
};

const sn_option sn_options_bin[] = {
    {"bin", 0, SN_OPTION_TEXT, AT(bin), "FILE|seed:N",
     "the weights of IN (default: the .bin beside it); seed:N makes weights up, the same for the "
     "same N",
     0, false},
    {0},
};

const sn_option sn_options_custom[] = {
    {"weights-of", 0, SN_OPTION_LIST, AT(weights_of), "TYPE=LOADS",
     "what layers of a custom type read from the weights, like MyOp=T16,R4: 16 tagged values "
     "(fp32, fp16 or int8 as the tag says), then 4 raw fp32 (repeatable)",
     0, false},
    {0},
};

const sn_option sn_options_input[] = {
    {"input", 0, SN_OPTION_LIST, AT(inputs), "[NAME=]SIZES",
     "sizes of an input, outermost first, like data=3,240,320; without NAME: of the only input "
     "(repeatable)",
     0, false},
    {0},
};

const sn_option sn_options_constant[] = {
    {"constant", 0, SN_OPTION_LIST, AT(constants), "NAME=FILE",
     "this input is the array of a .npy or .pb, and no input any more: for what sizes hang on, "
     "like a list of axes (repeatable)",
     0, false},
    {0},
};

const sn_option sn_options_part[] = {
    {"from", 0, SN_OPTION_NAMES, AT(from), "A,B",
     "only the part of IN behind these values: they become its inputs; --input gives their sizes "
     "(default: the inputs of IN that are needed; repeatable)",
     0, false},
    {"to", 0, SN_OPTION_NAMES, AT(to), "A,B",
     "only the part of IN up to these values: they become its only results (default: the results "
     "of IN; repeatable)",
     0, false},
    {0},
};

const sn_option sn_options_storage[] = {
    {"out-bin", 0, SN_OPTION_TEXT, AT(out_bin), "FILE",
     "where its weights go (default: beside OUT, same stem)", 0, false},
    {"fp16", 0, SN_OPTION_SET, AT(storage), NULL,
     "store weights in half precision, rounded to nearest; one that would overflow is refused by "
     "name",
     SN_WEIGHTS_FP16, false},
    {"fp32", 0, SN_OPTION_SET, AT(storage), NULL,
     "store weights in single precision (default: each as it was)", SN_WEIGHTS_FP32, false},
    {0},
};

const sn_option sn_options_fusion[] = {
    {"fusion", 0, SN_OPTION_CHOICE, AT(fuse_groups), "full|tvm|off",
     "which layers become one: all that is legal and pays, as TVM does it, or none (default: full)",
     0, false},
    {"without", 0, SN_OPTION_TEXT, AT(without), "RULE,RULE",
     "rules of fusion that are not applied, with commas between them, to see what they are worth"
#define FUSION_RULE(id, name, does) "; " name ": " does
#include "sinter/fusion_rules.def"
#undef FUSION_RULE
     " (docs/fusion.md)",
     0, false},
    {0},
};

const sn_option sn_options_spelling[] = {
    {"target-version", 0, SN_OPTION_TEXT, AT(target_version), "TAG",
     "the oldest release of OUT's format that must read it, by its tag, like 20210124 (default: "
     "the "
     "newest known); what it lacks is not made, and an IN that has it already is refused",
     0, false},
    {"opset", 0, SN_OPTION_TEXT, AT(target_version), "N",
     "the version of ONNX's operators that OUT is written in, where it is an ONNX file (default: "
     "that of IN, or 17)",
     0, false},
    {"spell", 0, SN_OPTION_TEXT, AT(spell), "onnxruntime",
     "an ONNX file may also have the fused operators that ONNX Runtime alone knows (domain "
     "com.microsoft)",
     0, false},
    {0},
};

/* ---- finding --------------------------------------------------------------------------------- */

enum { MAX_OPTIONS = 64 };

typedef struct option_parser {
    sn_cli *cli;
    const sn_option *rows[MAX_OPTIONS]; /* of all tables of the command */
    size_t n_rows;
    bool seen[MAX_OPTIONS];
} option_parser;

static void collect(option_parser *p)
{
    const sn_option *const *tables = p->cli->entry->command->options;
    for (; *tables; tables++) {
        for (const sn_option *o = *tables; o->name && p->n_rows < MAX_OPTIONS; o++)
            p->rows[p->n_rows++] = o;
    }
}

static size_t find_long(const option_parser *p, const char *name, size_t n)
{
    for (size_t i = 0; i < p->n_rows; i++) {
        if (strlen(p->rows[i]->name) == n && memcmp(p->rows[i]->name, name, n) == 0) return i;
    }
    return SIZE_MAX;
}

static size_t find_short(const option_parser *p, char letter)
{
    for (size_t i = 0; i < p->n_rows; i++) {
        if (p->rows[i]->letter && p->rows[i]->letter == letter) return i;
    }
    return SIZE_MAX;
}

static int unknown(const option_parser *p, const char *name, size_t n)
{
    const char *names[MAX_OPTIONS];
    for (size_t i = 0; i < p->n_rows; i++) names[i] = p->rows[i]->name;
    const char *typed = sn_cli_copy(name, n);
    const char *near = sn_did_you_mean(typed, names, p->n_rows, sizeof names[0]);
    if (near)
        return sn_cli_usage(p->cli, "there is no option --%s; did you mean --%s?", typed, near);
    return sn_cli_usage(p->cli, "there is no option --%s", typed);
}

/* ---- values ---------------------------------------------------------------------------------- */

void sn_texts_add(sn_texts *list, const char *text)
{
    const char **v = sn_cli_alloc((list->n + 2) * sizeof *v);
    if (list->n) memcpy(v, list->v, list->n * sizeof *v);
    v[list->n] = text;
    list->v = v;
    list->n++;
}

static int set_names(const option_parser *p, const sn_option *o, sn_texts *list, const char *value)
{
    for (;; value++) {
        size_t n = strcspn(value, ",");
        if (!n)
            return sn_cli_usage(p->cli, "--%s: names with commas between are expected, like a,b",
                                o->name);
        sn_texts_add(list, sn_cli_copy(value, n));
        value += n;
        if (!*value) return 0;
    }
}

static int set_choice(const option_parser *p, const sn_option *o, int *out, const char *value)
{
    int index = 0;
    for (const char *c = o->value;; index++) {
        size_t n = strcspn(c, "|");
        if (strlen(value) == n && memcmp(c, value, n) == 0) {
            *out = index;
            return 0;
        }
        if (!c[n]) break;
        c += n + 1;
    }
    return sn_cli_usage(p->cli, "--%s: '%s' is not one of %s", o->name, value, o->value);
}

static int set_count(const option_parser *p, const sn_option *o, uint64_t *out, const char *value)
{
    char *end = NULL;
    errno = 0;
    unsigned long long v = strtoull(value, &end, 10);
    bool digits = *value >= '0' && *value <= '9' && !*end;
    if (!digits || errno || (o->constant && v > (unsigned long long)o->constant)) {
        if (!o->constant)
            return sn_cli_usage(p->cli, "--%s: '%s' is not a number like 7", o->name, value);
        return sn_cli_usage(p->cli, "--%s: '%s' is not a number from 0 to %d", o->name, value,
                            o->constant);
    }
    *out = v;
    return 0;
}

static int set_counts(const option_parser *p, const sn_option *o, sn_counts *out, const char *value)
{
    size_t most = 1;
    for (const char *c = value; *c; c++) most += *c == ',';
    out->v = sn_cli_alloc(most * sizeof *out->v);
    for (out->n = 0; out->n < most; out->n++) {
        const size_t length = strcspn(value, ",");
        int code = set_count(p, o, &out->v[out->n], sn_cli_copy(value, length));
        if (code) return code;
        value += length + (value[length] == ',');
    }
    return 0;
}

bool sn_cli_read_real(const char *text, const char **end, double *out)
{
    char *behind = NULL;
    *end = text;
    if (isspace((unsigned char)*text)) return false; /* strtod skips it */
    *out = strtod(text, &behind);
    *end = behind;
    return behind != text;
}

static int set_real(const option_parser *p, const sn_option *o, double *out, const char *value)
{
    const char *end;
    double v;
    if (!sn_cli_read_real(value, &end, &v) || *end || !(v > 0) || !isfinite(v)) {
        return sn_cli_usage(p->cli, "--%s: '%s' is not a number above 0, like 1e-4", o->name,
                            value);
    }
    *out = v;
    return 0;
}

static int set_percents(const option_parser *p, const sn_option *o, sn_percents *out,
                        const char *value)
{
    out->v = sn_cli_alloc((strlen(value) + 1) * sizeof *out->v);
    for (out->n = 0;; value++) {
        const char *end;
        double v;
        const size_t length = strcspn(value, ",");
        if (!sn_cli_read_real(value, &end, &v) || end != value + length || !(v >= 0 && v <= 100))
            return sn_cli_usage(p->cli, "--%s: '%s' is not a number from 0 to 100, like 99.9",
                                o->name, sn_cli_copy(value, length));
        out->v[out->n++] = v;
        value = end;
        if (!*value) return 0;
    }
}

static bool is_repeatable(const sn_option *o)
{
    return o->kind == SN_OPTION_LIST || o->kind == SN_OPTION_NAMES || o->kind == SN_OPTION_FLAG ||
           o->kind == SN_OPTION_SET;
}

static int check_repeat(const option_parser *p, size_t index)
{
    const sn_option *o = p->rows[index];
    if (p->seen[index] && !is_repeatable(o))
        return sn_cli_usage(p->cli, "--%s was given twice", o->name);
    for (size_t i = 0; i < p->n_rows; i++) {
        const sn_option *other = p->rows[i];
        if (i != index && p->seen[i] && o->kind == SN_OPTION_SET && other->kind == SN_OPTION_SET &&
            other->offset == o->offset) {
            return sn_cli_usage(p->cli, "--%s and --%s exclude each other", other->name, o->name);
        }
    }
    return 0;
}

/* value is NULL for options that take none. */
static int set(option_parser *p, size_t index, const char *value)
{
    const sn_option *o = p->rows[index];
    void *at = (char *)&p->cli->set + o->offset;
    int code = check_repeat(p, index);
    if (code) return code;
    p->seen[index] = true;
    if (value && !*value)
        return sn_cli_usage(p->cli, "--%s: %s is expected, found nothing", o->name, o->value);
    switch (o->kind) {
    case SN_OPTION_FLAG:
        *(bool *)at = true;
        return 0;
    case SN_OPTION_SET:
        *(int *)at = o->constant;
        return 0;
    case SN_OPTION_TEXT:
        *(const char **)at = value;
        return 0;
    case SN_OPTION_LIST:
        sn_texts_add(at, value);
        return 0;
    case SN_OPTION_NAMES:
        return set_names(p, o, at, value);
    case SN_OPTION_CHOICE:
        return set_choice(p, o, at, value);
    case SN_OPTION_COUNT:
        return set_count(p, o, at, value);
    case SN_OPTION_COUNTS:
        return set_counts(p, o, at, value);
    case SN_OPTION_REAL:
        return set_real(p, o, at, value);
    case SN_OPTION_PERCENTS:
        return set_percents(p, o, at, value);
    }
    return 0;
}

/* ---- parsing --------------------------------------------------------------------------------- */

/* --name, --name VALUE, --name=VALUE. *i moves past what was used. */
static int parse_long(option_parser *p, int argc, char **argv, int *i)
{
    const char *name = argv[*i] + 2;
    size_t n = strcspn(name, "=");
    size_t index = find_long(p, name, n);
    if (index == SIZE_MAX) return unknown(p, name, n);
    const sn_option *o = p->rows[index];
    if (!o->value) {
        if (name[n]) return sn_cli_usage(p->cli, "--%s takes no value", o->name);
        return set(p, index, NULL);
    }
    if (name[n]) return set(p, index, name + n + 1);
    if (*i + 1 >= argc)
        return sn_cli_usage(p->cli, "--%s: %s is expected after it", o->name, o->value);
    return set(p, index, argv[++*i]);
}

/* -o VALUE, -oVALUE, -qh. */
static int parse_short(option_parser *p, int argc, char **argv, int *i)
{
    for (const char *s = argv[*i] + 1; *s; s++) {
        size_t index = find_short(p, *s);
        if (index == SIZE_MAX) return sn_cli_usage(p->cli, "there is no option -%c", *s);
        const sn_option *o = p->rows[index];
        int code = 0;
        if (!o->value) {
            code = set(p, index, NULL);
            if (code) return code;
            continue;
        }
        if (s[1]) return set(p, index, s + 1);
        if (*i + 1 >= argc)
            return sn_cli_usage(p->cli, "-%c: %s is expected after it", *s, o->value);
        return set(p, index, argv[++*i]);
    }
    return 0;
}

static int check_complete(const option_parser *p)
{
    const sn_command *c = p->cli->entry->command;
    if (p->cli->set.help) return 0;
    if (p->cli->n_args < c->min_args) {
        if (c->min_args == 1) return sn_cli_usage(p->cli, "IN is missing: the file to read");
        return sn_cli_usage(p->cli, "%d names are expected, found %d", c->min_args, p->cli->n_args);
    }
    if (p->cli->n_args > c->max_args) {
        return sn_cli_usage(p->cli, "'%s' is one argument too many", p->cli->args[c->max_args]);
    }
    for (size_t i = 0; i < p->n_rows; i++) {
        const sn_option *o = p->rows[i];
        if (!o->required || p->seen[i]) continue;
        return sn_cli_usage(p->cli, "%s%.*s%s %s is needed", o->letter ? "-" : "--", 1, &o->letter,
                            o->letter ? "" : o->name, o->value);
    }
    return 0;
}

int sn_options_parse(sn_cli *cli, int argc, char **argv)
{
    option_parser p = {.cli = cli};
    bool options = cli->entry->command->options != NULL;
    if (options) collect(&p);
    cli->args = sn_cli_alloc(((size_t)argc + 1) * sizeof *cli->args);
    /* First of all: where JSON is asked for, mistakes before it are JSON too. */
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--json") == 0 && find_long(&p, "json", 4) != SIZE_MAX)
            cli->set.json = true;
    }
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        int code = 0;
        if (!options || a[0] != '-' || !a[1] || (a[1] >= '0' && a[1] <= '9')) {
            cli->args[cli->n_args++] = a;
        } else if (strcmp(a, "--") == 0) {
            options = false;
        } else {
            code = a[1] == '-' ? parse_long(&p, argc, argv, &i) : parse_short(&p, argc, argv, &i);
        }
        if (code) return code;
    }
    return cli->entry->command->options ? check_complete(&p) : 0;
}

/* ---- help ------------------------------------------------------------------------------------ */

static int put_spelling(const sn_option *o, bool print)
{
    char line[128];
    int n = snprintf(line, sizeof line, "  %c%c%s --%s%s%s", o->letter ? '-' : ' ',
                     o->letter ? o->letter : ' ', o->letter ? "," : " ", o->name,
                     o->value ? " " : "", o->value ? o->value : "");
    if (print) fputs(line, stdout);
    return n;
}

void sn_options_print(const sn_option *const *tables)
{
    int column = 0;
    for (int print = 0; print < 2; print++) {
        for (const sn_option *const *t = tables; *t; t++) {
            for (const sn_option *o = *t; o->name; o++) {
                int n = put_spelling(o, print);
                if (!print && n + 2 > column) column = n + 2;
                if (!print) continue;
                printf("%*s", column - n, "");
                sn_put_wrapped(o->help, column);
                putchar('\n');
            }
        }
    }
}
