/* SPDX-License-Identifier: Apache-2.0
 *
 * Data tests on graphs in text form. */
#include <stdlib.h>
#include <string.h>

#include "base/sanitized.h"
#include "base/ways.h"
#include "data_case.h"
#include "formats/format.h"
#include "ir/contents.h"
#include "ir/ir_text.h"
#include "ops/ops.h"
#include "passes/batch_axis.h"
#include "passes/pass.h"
#include "plan/spelling.h"
#include "ref/check.h"
#include "ref/compare.h"
#include "ref/images.h"
#include "ref/run.h"

const data_command data_commands[] = {
    {"cat", run_cat},           {"infer", run_infer}, {"batch", run_batch},
    {"error", run_error},       {"pass", run_pass},   {"optimize", run_optimize},
    {"order", run_order},       {"fuse", run_fuse},   {"plan", run_plan},
    {"run", run_run},           {"ncnn", run_ncnn},   {"cli", run_cli},
    {"gradient", run_gradient}, {NULL, NULL},
};

sn_status case_parse(data_case *c, sn_graph **out)
{
    const char *in = case_section(c, "in");
    SN_CHECK(c->ctx, in, SN_E_ARG, "there is no section 'in'");
    return sn_graph_parse(c->ctx, "in", sn_text_of(in), sn_format_op_find, out);
}

static const char *printed(data_case *c, const sn_graph *g, bool constants)
{
    sn_str s;
    sn_str_init(&s, c->arena);
    sn_text_options options = {.constants = constants};
    sn_graph_print(g, &options, &s);
    return s.s;
}

/* What is known of elements, a line for each value. */
static const char *contents(data_case *c, const sn_graph *g)
{
    sn_str s;
    sn_str_init(&s, c->arena);
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out; i++) {
            const sn_value *v = n->out[i];
            if (!v->contents) continue;
            sn_str_addf(&s, "%s = ", v->name ? v->name : "?");
            sn_contents_print(g->dims, v->contents, v->shape.rank == 0, &s);
            sn_str_add(&s, "\n");
        }
    }
    return s.s;
}

static sn_status pin_one(data_case *c, sn_graph *g, const char *text)
{
    const char *eq = strchr(text, '=');
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, c->arena, &n);
    for (size_t i = 0; i < n; i++) {
        size_t len = (size_t)(eq - text);
        if (!inputs[i]->name || strlen(inputs[i]->name) != len ||
            strncmp(inputs[i]->name, text, len) != 0)
            continue;
        sn_shape s = sn_shape_scalar();
        for (const char *p = eq + 1; *p && *p != ' ';) {
            char *end = NULL;
            s.d[s.rank++] = strtol(p, &end, 10);
            p = *end == ',' ? end + 1 : end;
        }
        inputs[i]->shape = s;
        sn_infer_forget(g);
        return SN_OK;
    }
    return sn_fail(c->ctx, SN_E_ARG, "no input for '%s'", text);
}

#define FOR  "for="
#define ONNX "onnx"

/* The TARGET of for=TARGET; NULL: the network is optimized for ncnn. */
static const char *other_target(const data_case *c)
{
    const char *p = strstr(c->arguments, FOR);
    return p ? sn_arena_strndup(c->arena, p + strlen(FOR), strcspn(p + strlen(FOR), " ")) : NULL;
}

static sn_status target_of(data_case *c, const sn_graph *g, const sn_spelling **out)
{
    static sn_plan_spelling code;
    const sn_machine *machine = NULL;
    const char *name = other_target(c);
    *out = sn_format_named("ncnn")->target;
    if (!name) return SN_OK;
    if (strncmp(name, ONNX, strlen(ONNX)) == 0)
        return sn_format_named(ONNX)->target_of(g, c->arena, name + strlen(ONNX), out);
    SN_TRY(sn_machine_find(c->ctx, name, &machine));
    code = sn_plan_spelling_of(c->ctx, c->arena, machine);
    *out = &code.spelling;
    return SN_OK;
}

sn_status case_pin(data_case *c, sn_graph *g)
{
    for (const char *p = c->arguments; *p;) {
        size_t n = strcspn(p, " ");
        const char *word = sn_arena_strndup(c->arena, p, n);
        if (strchr(word, '=') && strncmp(word, FOR, strlen(FOR)) != 0) SN_TRY(pin_one(c, g, word));
        p += n + strspn(p + n, " ");
    }
    return SN_OK;
}

sn_status run_cat(data_case *c)
{
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    const char *once = printed(c, g, true);
    case_expect(c, "out", once);
    sn_graph *again = NULL;
    SN_TRY(sn_graph_parse(c->ctx, "printed", sn_text_of(once), sn_format_op_find, &again));
    if (strcmp(printed(c, again, true), once) != 0)
        case_fail(c, "printing what was printed gives something else");
    return SN_OK;
}

/* The other way round gives a network that computes the same for an image. */
static sn_status there_and_back(data_case *c, const sn_graph *g, bool adds, int64_t n)
{
    sn_graph *back = NULL;
    const char *why = NULL;
    int64_t found = 0;
    sn_status status = adds ? sn_batch_drop(g, true, c->arena, &back, &found, &why)
                            : sn_batch_add(g, n, c->arena, &back, &why);
    SN_TRY(status);
    SN_CHECK(c->ctx, back, SN_E_INTERNAL, "there is no way back: %s", why);
    SN_CHECK(c->ctx, !adds || found == n, SN_E_INTERNAL, "another number of images goes");
    status = sn_check_images_apart(adds ? g : back, adds ? back : g, n);
    sn_graph_destroy(back);
    return status;
}

static bool all_known(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_out; i++)
            if (!sn_shape_known(&sn_out(n, i)->shape)) return false;
    }
    return true;
}

/* `add N` puts an axis of images in front, `drop` takes it off; what has open sizes stays without.
 */
sn_status run_batch(data_case *c)
{
    sn_graph *g = NULL, *made = NULL;
    const char *why = NULL;
    const bool adds = strncmp(c->arguments, "add ", 4) == 0;
    int64_t n = adds ? strtol(c->arguments + 4, NULL, 10) : 0;
    SN_CHECK(c->ctx, (adds && n > 0) || strcmp(c->arguments, "drop") == 0, SN_E_ARG,
             "add N, or drop, is expected");
    SN_TRY(case_parse(c, &g));
    SN_TRY(sn_infer_graph(g));
    SN_TRY(adds ? sn_batch_add(g, n, c->arena, &made, &why)
                : sn_batch_drop(g, true, c->arena, &made, &n, &why));
    if (!made) {
        case_expect(c, "out", sn_arena_printf(c->arena, "%s\n", why));
        return SN_OK;
    }
    sn_status status = sn_check_images_apart(adds ? made : g, adds ? g : made, n);
    if (status == SN_OK && all_known(made)) status = there_and_back(c, made, adds, n);
    if (status == SN_OK) case_expect(c, "out", printed(c, made, false));
    sn_graph_destroy(made);
    return status;
}

sn_status run_infer(data_case *c)
{
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    SN_TRY(case_pin(c, g));
    SN_TRY(sn_infer_graph(g));
    SN_TRY(sn_graph_verify(g));
    SN_TRY(sn_infer_check(g));
    case_expect(c, "out", printed(c, g, false));
    if (case_section(c, "contents")) case_expect(c, "contents", contents(c, g));
    return SN_OK;
}

sn_status run_error(data_case *c)
{
    sn_graph *g = NULL;
    sn_status status = case_parse(c, &g);
    if (status == SN_OK) status = sn_infer_graph(g);
    if (status == SN_OK) status = sn_graph_verify(g);
    if (status == SN_OK) {
        case_fail(c, "this should have failed");
        return SN_OK;
    }
    case_expect(
        c, "error",
        sn_arena_printf(c->arena, "%s: %s\n", sn_status_name(status), sn_ctx_error(c->ctx)));
    return SN_OK;
}

/* ---- passes ---------------------------------------------------------------------------------- */

typedef struct listener {
    data_case *c;
    sn_str *out;
} listener;

static void on_remark(void *user, const sn_remark *r)
{
    listener *l = user;
    sn_str_addf(l->out, "%s: %s: %s\n", r->fired ? "fired" : "missed", r->pass,
                sn_in_words(l->c->ctx, l->c->arena, r->text));
    if (r->unchecked) case_fail(l->c, "not checked: %s: %s", r->text, r->unchecked);
}

sn_status case_optimize(data_case *c, sn_graph *g, const char *const *only, sn_str *remarks)
{
    sn_graph *before = sn_graph_clone(g);
    SN_TRY(sn_infer_graph(before));
    listener l = {c, remarks};
    const sn_spelling *target = NULL;
    SN_TRY(target_of(c, g, &target));
    sn_pass_env env = {.ctx = c->ctx,
                       .target = target,
                       .check = sn_check_region,
                       .remark = on_remark,
                       .remark_user = &l};
    sn_pipeline_options options = {.only = only};
    sn_pipeline_result result = {0};
    SN_TRY(sn_pipeline_run(&env, g, &options, &result));
    if (result.n_refused)
        case_fail(c, "%u rewrites were taken back by their check", result.n_refused);
    sn_compare_options co = {.seed = 5, .own = true};
    sn_compare_result r;
    SN_TRY(sn_compare(before, g, &co, c->arena, &r));
    if (!r.ran && !case_section(c, "norun")) case_fail(c, "the network was not run: %s", r.why_not);
    const char *why = r.doubt;
    for (size_t i = 0; i < r.n_compared && !why; i++) why = r.compared[i].why;
    if (r.ran && r.verdict == SN_DIFFERENT)
        case_fail(c, "the network computes something else: %s", why);
    if (r.ran && r.verdict == SN_INCONCLUSIVE && !case_section(c, "norun"))
        case_fail(c, "inconclusive: %s", why);
    sn_pipeline_result twice = {0};
    env.remark = NULL;
    SN_TRY(sn_pipeline_run(&env, g, &options, &twice));
    if (twice.n_fired) case_fail(c, "a second time %u rewrites fire", twice.n_fired);
    return SN_OK;
}

static sn_status optimize_with(data_case *c, const char *const *only)
{
    sn_graph *g = NULL;
    SN_TRY(case_parse(c, &g));
    SN_TRY(case_pin(c, g));
    SN_TRY(sn_infer_graph(g));
    if (!other_target(c)) {
        static unsigned n;
        SN_TRY(case_orders(c, g));
        if (has_turn_sanitized(&n, 4)) SN_TRY(case_again_graph(c, g));
    }
    const char *before = printed(c, g, true);
    sn_str remarks;
    sn_str_init(&remarks, c->arena);
    SN_TRY(case_optimize(c, g, only, &remarks));
    const char *after = printed(c, g, true);
    case_expect(c, "out", strcmp(before, after) == 0 ? "same\n" : after);
    if (case_section(c, "remarks")) case_expect(c, "remarks", remarks.s);
    return SN_OK;
}

sn_status run_pass(data_case *c)
{
    const char *names[32] = {NULL};
    int n = 0;
    size_t len = strcspn(c->arguments, " ");
    char *list = sn_arena_strndup(c->arena, c->arguments, len);
    for (char *name = strtok(list, ","); name && n < 31; name = strtok(NULL, ","))
        names[n++] = name;
    return optimize_with(c, names);
}

sn_status run_optimize(data_case *c) { return optimize_with(c, NULL); }
