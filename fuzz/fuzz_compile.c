/* SPDX-License-Identifier: Apache-2.0
 *
 * The first byte chooses how, the rest is a .param (weights from a seed) or a graph in text form:
 * at some size it is planned and printed as C, optimized first or as it is. A network whose sizes
 * are known is compiled or refused as something that is not done. No compiler is called: what can
 * be told of the text without one is. */
#include "fuzz.h"

#include <ctype.h>
#include <string.h>

#include "codegen/codegen.h"
#include "ops/structure.h"
#include "passes/pass.h"
#include "plan/program.h"

enum { MOST_MEMORY = 64 << 20, SOME_RANK = 3, SOME_SIZE = 6 };

typedef struct choice {
    bool optimized, again; /* twice, which must give the same bytes */
    sn_plan_options plan;
    sn_codegen_options code;
} choice;

static choice choose(uint8_t byte)
{
    static const int threads[] = {1, 2};
    static const sn_fusion_mode modes[] = {SN_FUSION_FULL, SN_FUSION_FULL, SN_FUSION_TVM,
                                           SN_FUSION_OFF};
    return (choice){
        .optimized = byte & 1,
        .again = (byte >> 5) % 4 == 0,
        .plan = {.fusion = modes[(byte >> 1) % 4],
                 .n_threads = threads[(byte >> 3) % 2],
                 .exact = (byte >> 4) % 2,
                 .machine = sn_machine_at((size_t)byte * 7 % sn_machine_count())},
        .code = {.prefix = "net",
                 .model = "a network */ of the \\ fuzzer",
                 .embed_weights = (byte >> 7) % 2,
                 .check = true},
    };
}

/* At the hints, or with small numbers for whatever is open. *out stays NULL where it does not fit
 * together then. */
static sn_status at_some_size(sn_graph *g, sn_graph **out)
{
    SN_TRY(sn_graph_at_some_size(g, out, NULL));
    if (*out) return SN_OK;
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out && sn_op_has(n->op, SN_TRAIT_INPUT); i++) {
            sn_shape s = n->out[i]->shape;
            if (s.rank < 0) s = (sn_shape){.rank = SOME_RANK, .d = {-1, -1, -1}};
            for (int k = 0; k < s.rank; k++) {
                if (!sn_dim_known(s.d[k])) s.d[k] = SOME_SIZE;
            }
            n->out[i]->shape = s;
        }
    }
    sn_infer_forget(g);
    sn_status status = sn_infer_as_read(g);
    if (status == SN_OK) *out = g;
    return status;
}

static sn_status print(sn_graph *g, const choice *c, sn_arena *arena, sn_source_set *out)
{
    sn_program *p = NULL;
    SN_TRY(sn_plan(g, &c->plan, arena, &p));
    return sn_codegen((const sn_program *const[]){p}, 1, &c->code, out);
}

static bool is_same(const sn_source_set *a, const sn_source_set *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->files[i].bytes == b->files[i].bytes &&
               memcmp(a->files[i].data, b->files[i].data, a->files[i].bytes) == 0;
    return same;
}

/* ---- what can be told of C without a compiler ------------------------------------------------ */

static const char *past_quoted(const char *s, const char *end)
{
    const char quote = *s++;
    while (s < end && *s != quote && *s != '\n') s += *s == '\\' && s + 1 < end ? 2 : 1;
    return s < end && *s == quote ? s + 1 : NULL;
}

static const char *past_comment(const char *s, const char *end)
{
    const char *close = memmem(s + 2, (size_t)(end - s - 2), "*/", 2);
    return close ? close + 2 : NULL;
}

/* Numbers that printf has words for and C has not. */
static bool is_no_word_of_c(const char *s, size_t n)
{
    static const char *const words[] = {"inf", "nan", "infinity", "infinityf", "nanf"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) == n && memcmp(s, words[i], n) == 0) return true;
    }
    return false;
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* What is wrong with it, or NULL: brackets close, texts and comments end, nothing of a template is
 * left. Lines of the preprocessor are read like others. */
static const char *wrong_with_c(const char *s, const char *end)
{
    char open[256];
    int depth = 0;
    while (s < end) {
        const char *close = *s && strchr(")]}", *s) ? &"([{"[strchr(")]}", *s) - ")]}"] : NULL;
        if (*s == '"' || *s == '\'') {
            if (!(s = past_quoted(s, end))) return "a text does not end";
        } else if (*s == '/' && s + 1 < end && s[1] == '*') {
            if (!(s = past_comment(s, end))) return "a comment does not end";
        } else if (is_letter(*s)) {
            const char *word = s;
            while (s < end && (is_letter(*s) || *s == '.')) s++;
            if (is_no_word_of_c(word, (size_t)(s - word))) return "a number is a word";
        } else if (*s == '(' || *s == '[' || *s == '{') {
            if (depth == (int)sizeof open) return "brackets are too deep";
            open[depth++] = *s++;
        } else if (close) {
            if (!depth || open[--depth] != *close) return "brackets do not match";
            s++;
        } else if (*s == '$' || *s == '@' || *s == '`' ||
                   (*s != '\n' && *s != '\t' && (*s < ' ' || *s > '~'))) {
            return "a character that C does not have";
        } else {
            s++;
        }
    }
    return depth ? "a bracket is not closed" : NULL;
}

static void check_c(sn_ctx *ctx, const sn_source_set *set)
{
    for (size_t i = 0; i < set->n; i++) {
        const sn_source *f = &set->files[i];
        const char *dot = strrchr(f->path, '.');
        if (!dot || (strcmp(dot, ".c") != 0 && strcmp(dot, ".h") != 0)) continue;
        const char *wrong = wrong_with_c(f->data, f->data + f->bytes);
        if (!wrong) continue;
        sn_status s = sn_fail(ctx, SN_E_INTERNAL, "%s: %s", f->path, wrong);
        (void)s;
        fuzz_wrong(ctx, "what is written is no C");
    }
}

/* Some kernel may not do it, or it may not fit. */
static bool is_refusal(sn_status s)
{
    return s == SN_E_UNSUPPORTED || s == SN_E_MEMORY || s == SN_E_SHAPE;
}

static sn_status run(sn_ctx *ctx, void *user)
{
    const fuzz_input *in = user;
    choice c = choose(in->data[0]);
    sn_graph *g = NULL, *sized = NULL;
    SN_TRY(fuzz_load(ctx, in->data + 1, in->n - 1, &g));
    SN_TRY(sn_infer_as_read(g));
    if (!sn_graph_output(g)) return SN_OK;
    SN_TRY(at_some_size(g, &sized));
    const sn_pass_env env = {.ctx = ctx, .target = sn_format_named("ncnn")->target};
    if (c.optimized) SN_TRY(sn_pipeline_run(&env, sized, NULL, NULL));
    sn_arena *arena = sn_arena_create(ctx);
    sn_source_set once, twice;
    sn_status s = sn_plan_bound_rows(sized, arena, &c.plan.counted);
    if (s == SN_OK) s = print(sized, &c, arena, &once);
    if (s == SN_OK && c.again) s = print(sized, &c, arena, &twice);
    if (s != SN_OK && !is_refusal(s))
        fuzz_wrong(ctx, "a network with sizes is neither compiled nor refused");
    if (s == SN_OK) check_c(ctx, &once);
    if (s == SN_OK && c.again && !is_same(&once, &twice))
        fuzz_wrong(ctx, "the same network is compiled to other bytes");
    return s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (n > FUZZ_MAX_BYTES || n < 2 || memmem(data, n, "file", 4)) return -1;
    fuzz_run(run, &(fuzz_input){data, n}, MOST_MEMORY);
    return 0;
}
