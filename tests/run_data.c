/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs tests that are data: run_data FOLDER [PART OF A PATH].
 *
 * A file NAME.t has a title that says why it is there, one line `test COMMAND [ARGUMENTS]`, and
 * sections that begin with
 * `--- NAME`:
 *
 *     # Not folded: the convolution has a second reader.
 *     test pass fold_affine
 *     --- in
 *     "x" = input : f32[4,8,8]
 *     ...
 *     --- out
 *     same
 *
 *     cat     parse, print; the out section is the print
 *     infer [NAME=SIZES]
 *             parse, infer, print with shapes; contents, if there is such a section, is what is
 *             known of the elements of small values
 *     batch add N|drop
 *             an axis of images comes in front, or goes; runs of both must agree
 *     error   parse, infer, verify: must fail with the error section
 *     pass A,B [NAME=SIZES] [for=TARGET]
 *             those passes, every rewrite checked, for ncnn, for code of a machine (for=generic)
 *             or for a version of ONNX (for=onnx13); out is the graph (`same`: unchanged);
 *             remarks, if there is such a section, are what was reported. The graph is also run
 *             before and after, and optimized again: nothing may fire. For ncnn the whole
 *             pipeline must cost the same in 3 random orders that keep every `after`
 *             ($SINTER_ORDERS: in so many); saved and optimized twice through files, the second
 *             time changes nothing
 *     optimize [NAME=SIZES] [for=TARGET]
 *             as pass, with the whole pipeline
 *     order A B
 *             the graph costs more when pass B runs before A; cost says how much. A witness of
 *             B's `after`
 *     fuse [NAME=SIZES]
 *             groups in tvm and full mode, and the edges that full mode refused
 *     plan [NAME=SIZES]
 *             the steps of the program, for each of the sections off, tvm and full that is there
 *     run     run the graph on the feeds `NAME SIZES`; results are `NAME SIZES: numbers`
 *     gradient [LOW..HIGH]
 *             the gradients by all inputs and named constants of f64 against differences; error:
 *             there is none, and why
 *     ncnn load|optimize|run [NAME=SIZES]
 *             the param section is an ncnn model with the weights of the bin section (`raw 1 2 3`,
 *             `tag 1 2 3`, `half 1 2`, `int8 1 2`, `hex 00 01`; none: made from a seed). load: out
 *             is what saving writes back, optimize: after all passes; run: results
 *     cli     the run section is a shell script in an empty folder with $SINTER; out is all it
 *             prints, and the exit section its status, if not 0
 *
 * SINTER_BLESS=1 rewrites out, contents, error,
 * remarks, results, off, tvm, full, refused and exit to what
 * was found. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "data_case.h"
#include "formats/format.h"

static int n_passed, n_failed, n_skipped;
static bool bless;

/* ---- reading a file -------------------------------------------------------------------------- */

static char *read_all(sn_arena *arena, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    sn_str s;
    sn_str_init(&s, arena);
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;) sn_str_addn(&s, block, n);
    fclose(f);
    return s.s;
}

static void split(data_case *c, char *text)
{
    section *now = NULL;
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        size_t n = next ? (size_t)(next - line) : strlen(line);
        next = next ? next + 1 : NULL;
        const char *copy = sn_arena_strndup(c->arena, line, n);
        if (strncmp(copy, "--- ", 4) == 0 && c->n_sections < MAX_SECTIONS) {
            now = &c->sections[c->n_sections++];
            now->name = copy + 4;
            sn_str_init(&now->text, c->arena);
        } else if (now) {
            sn_str_addf(&now->text, "%s\n", copy);
        } else if (strncmp(copy, "test ", 5) == 0) {
            c->command = copy + 5;
            sn_str_addf(&c->head, "%s\n", copy);
        } else {
            sn_str_addf(&c->head, "%s\n", copy);
        }
    }
}

const char *case_section(const data_case *c, const char *name)
{
    for (int i = 0; i < c->n_sections; i++) {
        if (strcmp(c->sections[i].name, name) == 0) return c->sections[i].text.s;
    }
    return NULL;
}

/* ---- expectations ---------------------------------------------------------------------------- */

void case_fail(data_case *c, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char text[4096];
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    sn_str_addf(&c->failure, "%s\n", text);
}

static void set_section(data_case *c, const char *name, const char *text)
{
    for (int i = 0; i < c->n_sections; i++) {
        if (strcmp(c->sections[i].name, name) != 0) continue;
        sn_str_init(&c->sections[i].text, c->arena);
        sn_str_add(&c->sections[i].text, text);
        return;
    }
    if (c->n_sections == MAX_SECTIONS) return;
    section *s = &c->sections[c->n_sections++];
    s->name = name;
    sn_str_init(&s->text, c->arena);
    sn_str_add(&s->text, text);
}

void case_expect(data_case *c, const char *name, const char *found)
{
    const char *wanted = case_section(c, name);
    if (wanted && strcmp(wanted, found) == 0) return;
    if (bless) {
        set_section(c, name, found);
        c->blessed = true;
        return;
    }
    case_fail(c, "section '%s' differs\n--- expected\n%s--- found\n%s", name,
              wanted ? wanted : "(no such section)\n", found);
}

static void write_back(const data_case *c)
{
    FILE *f = fopen(c->path, "wb");
    if (!f) return;
    fputs(c->head.s, f);
    for (int i = 0; i < c->n_sections; i++)
        fprintf(f, "--- %s\n%s", c->sections[i].name, c->sections[i].text.s);
    fclose(f);
}

/* ---- one file -------------------------------------------------------------------------------- */

/* It is about a file format that this tool is built without. */
static bool lacks_format(const char *text)
{
    static const char *const formats[] = {"onnx"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!sn_format_named(formats[i]) && strstr(text, formats[i])) return true;
    return false;
}

static sn_status run_guarded(data_case *c, const data_command *cmd)
{
    SN_GUARD(c->ctx, cmd->run(c));
}

static void run_file(const char *path)
{
    sn_ctx *ctx = sn_ctx_create(NULL, NULL);
    sn_ctx_set_words(ctx, SN_WORDS_TOOL);
    data_case c = {.ctx = ctx, .arena = sn_arena_create(ctx), .path = path};
    sn_str_init(&c.head, c.arena);
    sn_str_init(&c.failure, c.arena);
    char *text = read_all(c.arena, path);
    c.skipped = text && lacks_format(text);
    if (text) split(&c, text);
    const data_command *cmd = NULL;
    size_t n_word = c.command ? strcspn(c.command, " ") : 0;
    for (const data_command *k = data_commands; k->name; k++) {
        if (strlen(k->name) == n_word && n_word && strncmp(k->name, c.command, n_word) == 0)
            cmd = k;
    }
    if (!cmd && !c.skipped) {
        case_fail(&c, "no known `test` line");
    } else if (!c.skipped) {
        c.arguments = c.command + n_word + strspn(c.command + n_word, " ");
        sn_status status = run_guarded(&c, cmd);
        if (status != SN_OK) case_fail(&c, "%s: %s", sn_status_name(status), sn_ctx_error(ctx));
    }
    if (c.blessed && !c.failure.n) write_back(&c);
    if (c.failure.n) {
        printf("FAILED %s\n%s\n", path, c.failure.s);
        n_failed++;
    } else if (c.skipped) {
        n_skipped++;
    } else {
        n_passed++;
    }
    sn_ctx_destroy(ctx);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void walk(const char *folder, const char *part)
{
    struct dirent **list = NULL;
    int n = scandir(folder, &list, NULL, by_name);
    for (int i = 0; i < n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
        struct stat st;
        size_t len = strlen(list[i]->d_name);
        if (list[i]->d_name[0] != '.' && stat(path, &st) == 0) {
            if (S_ISDIR(st.st_mode)) {
                walk(path, part);
            } else if (len > 2 && strcmp(list[i]->d_name + len - 2, ".t") == 0 &&
                       (!part || strstr(path, part))) {
                run_file(path);
            }
        }
        free(list[i]);
    }
    free(list);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: run_data FOLDER [PART OF A PATH]\n", stderr);
        return 2;
    }
    bless = getenv("SINTER_BLESS") && *getenv("SINTER_BLESS");
    walk(argv[1], argc > 2 ? argv[2] : NULL);
    printf("%d passed, %d failed, %d skipped\n", n_passed, n_failed, n_skipped);
    return n_failed || !n_passed ? 1 : 0;
}
