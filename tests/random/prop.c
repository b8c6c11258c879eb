/* SPDX-License-Identifier: Apache-2.0
 *
 * The properties, one function each. */
#include "random/prop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "again.h"
#include "formats/format.h"
#include "ir/ir_text.h"
#include "passes/pass.h"
#include "ref/check.h"
#include "ref/compare.h"
#include "ref/run.h"
#include "ref/shapes.h"

enum { N_OTHER_SIZES = 3 };

void (*rand_spoil)(sn_graph *optimized);

typedef struct checker {
    sn_ctx *ctx;
    sn_arena *arena;
    const rand_case *c;
    uint64_t seed;
    const char *folder;
    rand_counts *counts;
    rand_verdict *out;
    sn_str remarks;
    sn_graph *before, *after;
} checker;

static bool fail(checker *k, rand_count counted, const char *kind, const char *fmt, ...)
    SN_PRINTF(4, 5);
static bool fail(checker *k, rand_count counted, const char *kind, const char *fmt, ...)
{
    char buffer[4096];
    va_list args;
    va_start(args, fmt);
    vsnprintf(buffer, sizeof buffer, fmt, args);
    va_end(args);
    k->out->kind = kind;
    k->out->counted = counted;
    k->out->what = sn_arena_strdup(k->arena, buffer);
    return false;
}

static bool fail_status(checker *k, const char *kind, sn_status s)
{
    return fail(k, s == SN_E_SHAPE ? RAND_SHAPE_ERRORS : RAND_FAILED_OTHERWISE, kind, "%s: %s",
                sn_status_name(s), sn_ctx_error(k->ctx));
}

static bool inconclusive(checker *k, const char *why)
{
    k->counts->n[RAND_INCONCLUSIVE]++;
    rand_counts_reason(k->counts, why, 1);
    return true;
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *printed(checker *k, const sn_graph *g)
{
    sn_str s;
    sn_str_init(&s, k->arena);
    sn_graph_print(g, NULL, &s);
    return s.s;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static const char *node_differs(const sn_node *a, const sn_node *b)
{
    if (a->op != b->op || a->n_in != b->n_in || a->n_out != b->n_out) return "operator or arity";
    if (a->features != b->features) return "features";
    if (!same_text(a->name, b->name)) return "name";
    if (a->op->params && !sn_op_has(a->op, SN_TRAIT_OUTPUT) &&
        !sn_params_equal(a->op->params, a->params, b->params)) {
        return "params";
    }
    for (uint16_t i = 0; i < a->n_in; i++) {
        const sn_value *x = sn_in(a, i), *y = sn_in(b, i);
        if (!x != !y) return "a left-out input";
        if (!x) continue;
        bool nameless = !x->def && !y->name; /* constants of one name are printed as numbers */
        if (x->kind != y->kind || (!nameless && !same_text(x->name, y->name)))
            return "kind or name of an input";
        if (!x->data != !y->data || (x->data && !sn_tensor_same_bytes(x->data, y->data)))
            return "contents of an input";
        if (x->def && x->def_slot != y->def_slot) return "the slot an input comes from";
        if (!same_text(sn_output_name(a, i), sn_output_name(b, i)) &&
            sn_op_has(a->op, SN_TRAIT_OUTPUT))
            return "outside name";
    }
    for (uint16_t i = 0; i < a->n_out; i++) {
        if (a->out[i]->type != b->out[i]->type || a->out[i]->shape.rank != b->out[i]->shape.rank)
            return "type or rank";
        if (!same_text(a->out[i]->name, b->out[i]->name)) return "name of a result";
        if (a->out[i]->n_uses != b->out[i]->n_uses) return "readers";
    }
    return NULL;
}

static bool graphs_equal(checker *k, const char *kind, const sn_graph *a, const sn_graph *b)
{
    const sn_node *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next) {
        const char *what = node_differs(x, y);
        if (what)
            return fail(k, RAND_FAILED_OTHERWISE, kind, "read back, node '%s' (%s) differs: %s",
                        x->name ? x->name : "", x->op->name, what);
    }
    return x || y ? fail(k, RAND_FAILED_OTHERWISE, kind,
                         "read back, there are %u nodes instead of %u", b->n_nodes, a->n_nodes)
                  : true;
}

static bool prints(checker *k, const char *kind, const sn_graph *g)
{
    const char *once = printed(k, g);
    sn_graph *again = NULL;
    sn_status s = sn_graph_parse(k->ctx, "printed", sn_text_of(once), sn_format_op_find, &again);
    if (s != SN_OK) return fail_status(k, kind, s);
    bool ok = graphs_equal(k, kind, g, again);
    if (ok && strcmp(printed(k, again), once) != 0)
        ok = fail(k, RAND_FAILED_OTHERWISE, kind, "printing what was printed gives something else");
    sn_graph_destroy(again);
    return ok;
}

/* ---- running --------------------------------------------------------------------------------- */

sn_status rand_at_sizes(const sn_graph *g, size_t n, const rand_size *sizes, sn_graph **out)
{
    sn_graph *clone = sn_graph_clone(g);
    SN_EACH_NODE(node, clone)
    {
        if (!sn_op_has(node->op, SN_TRAIT_INPUT)) continue;
        for (uint16_t i = 0; i < node->n_out; i++) {
            sn_value *v = node->out[i];
            for (size_t j = 0; v->name && j < n; j++) {
                if (strcmp(sizes[j].name, v->name) == 0) v->shape = sizes[j].shape;
            }
        }
    }
    sn_infer_forget(clone);
    sn_status s = sn_infer_graph(clone);
    if (s == SN_OK) {
        *out = clone;
    } else {
        sn_graph_destroy(clone);
    }
    return s;
}

static sn_status look_for_infinity(void *user, const sn_value *v, const sn_tensor *t)
{
    bool *found = user;
    (void)v;
    for (int64_t i = 0; sn_type_is_float(t->type) && !*found && i < sn_tensor_count(t); i++) {
        *found = isinf(sn_tensor_at(t, i));
    }
    return SN_OK;
}

sn_status rand_run(sn_ctx *ctx, sn_arena *arena, const sn_graph *g, int draw,
                   const sn_run_hooks *hooks)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(g, arena, &n);
    const sn_node *output = sn_graph_output(g);
    const sn_tensor **feeds = SN_NEW_N(arena, const sn_tensor *, n + 1);
    const sn_tensor **results = SN_NEW_N(arena, const sn_tensor *, output->n_in + 1);
    sn_status s = SN_OK;
    for (size_t i = 0; i < n && s == SN_OK; i++) {
        s = sn_random_tensor(ctx, inputs[i]->type, &inputs[i]->shape, (uint64_t)(draw * 100) + i,
                             (sn_flavour)(draw % SN_N_FLAVOURS), sn_feed_limit(inputs[i]),
                             &feeds[i]);
    }
    if (s == SN_OK) s = sn_run_graph(g, feeds, n, hooks, results);
    for (uint16_t i = 0; i < output->n_in && s == SN_OK; i++) sn_tensor_release(results[i]);
    for (size_t i = 0; i < n; i++) sn_tensor_release(feeds[i]);
    sn_ctx_clear_error(ctx);
    return s;
}

/* Whether some value on the way is infinite: what is NaN then depends on the order of sums. */
static bool overflows(checker *k, const sn_graph *g)
{
    bool found = false;
    const sn_run_hooks hooks = {.user = &found, .seen = look_for_infinity};
    for (int f = 0; f < 2 * SN_N_FLAVOURS && !found; f++)
        (void)rand_run(k->ctx, k->arena, g, f, &hooks);
    return found;
}

static bool has_norm(const sn_graph *g)
{
    bool has = false;
    SN_EACH_NODE(n, g) has = has || strstr(n->op->name, "norm");
    return has;
}

/* `given`: it runs at these sizes. */
static bool agree(checker *k, const char *kind, bool given, const sn_graph *a, const sn_graph *b)
{
    sn_compare_options options = {.seed = k->seed + 1, .own = true};
    sn_compare_result r = {0};
    sn_status s = sn_compare(a, b, &options, k->arena, &r);
    if (s != SN_OK) return fail_status(k, kind, s);
    const bool open = r.ran && r.verdict == SN_INCONCLUSIVE;
    if (open ? !r.doubt : !r.ran && !r.why_not)
        return fail(k, RAND_WITHOUT_REASON, kind, open ? "inconclusive" : "not run");
    if (open) return inconclusive(k, r.doubt); /* clipped to one number, say */
    if (!r.ran && !given) {
        k->counts->n[RAND_SIZES_REFUSED]++;
        return true;
    }
    if (!r.ran) return fail(k, RAND_FAILED_OTHERWISE, kind, "not run: %s", r.why_not);
    k->counts->n[RAND_COMPARED]++;
    if (r.equal) return true;
    if (overflows(k, a))
        return inconclusive(k, "some value on the way is infinite before any rewrite");
    const char *which = "?", *why = r.doubt ? r.doubt : "";
    double noise = 0;
    for (size_t i = 0; i < r.n_compared; i++) {
        if (r.compared[i].equal) continue;
        noise = r.compared[i].noise;
        which = r.compared[i].name;
        why = r.compared[i].why ? r.compared[i].why : "";
    }
    if (strncmp(kind, "onnx", 4) == 0 && r.worst < 1e-3 && has_norm(a))
        return inconclusive(k, "a norm of few elements magnifies how its formula is rounded");
    /* A constant is a node, or an input of who reads it. */
    if (strncmp(kind, "onnx", 4) == 0 && strstr(why, "missing from the second"))
        return inconclusive(k, why);
    return fail(k, RAND_DIFFER, kind, "'%s' is off by %g %s(at %s; rounding makes %g)", which,
                r.worst, why, r.n_shapes ? r.shapes[0] : "", noise);
}

static bool agree_at(checker *k, size_t n, const rand_size *sizes, bool given)
{
    sn_graph *a = NULL, *b = NULL;
    sn_status s = rand_at_sizes(k->before, n, sizes, &a);
    if (s == SN_E_SHAPE && !given) {
        k->counts->n[RAND_SIZES_REFUSED]++;
        sn_ctx_clear_error(k->ctx);
        return true;
    }
    if (s != SN_OK) return fail_status(k, "sizes", s);
    if (!given && !sn_sizes_fit(k->before, a)) {
        k->counts->n[RAND_SIZES_REFUSED]++;
        sn_graph_destroy(a);
        return true;
    }
    s = rand_at_sizes(k->after, n, sizes, &b);
    if (s == SN_E_SHAPE && !given && rand_run(k->ctx, k->arena, a, 0, NULL) == SN_E_SHAPE) {
        /* trips of a loop that do not fit: what is unrolled shows it without running */
        k->counts->n[RAND_SIZES_REFUSED]++;
        sn_graph_destroy(a);
        return true;
    }
    bool ok = s == SN_OK ? agree(k, "result", given, a, b) : fail_status(k, "sizes_after", s);
    sn_graph_destroy(a);
    sn_graph_destroy(b);
    return ok;
}

/* Numbers for what is unknown of the inputs. */
static void other_sizes(checker *k, sn_rng *rng, rand_size *to)
{
    size_t n = 0;
    sn_value **inputs = sn_graph_inputs(k->before, k->arena, &n);
    static const int64_t some[] = {1, 2, 3, 4, 5, 7, 8};
    for (size_t i = 0; i < k->c->n_sizes; i++) {
        to[i] = k->c->sizes[i];
        for (size_t j = 0; j < n; j++) {
            if (strcmp(inputs[j]->name, to[i].name) != 0) continue;
            const sn_shape *s = &inputs[j]->shape;
            if (s->rank < 0 && sn_rng_range(rng, 0, 2) == 0) {
                to[i].shape.rank = (int8_t)sn_rng_range(rng, 1, 4);
                for (int a = 0; a < to[i].shape.rank; a++)
                    to[i].shape.d[a] = some[sn_rng_range(rng, 1, 5)];
            }
            for (int a = 0; a < to[i].shape.rank; a++) {
                bool fixed = s->rank >= 0 && sn_dim_known(s->d[a]);
                if (!fixed && sn_rng_range(rng, 0, 1))
                    to[i].shape.d[a] = some[sn_rng_range(rng, 0, 6)];
            }
            for (int a = to[i].shape.rank; a < SN_MAX_RANK; a++) to[i].shape.d[a] = 0;
        }
    }
}

static bool same_results(checker *k)
{
    size_t n = k->c->n_sizes, n_inputs = 0;
    if (!agree_at(k, n, k->c->sizes, true)) return false;
    sn_value **inputs = sn_graph_inputs(k->before, k->arena, &n_inputs);
    bool open = false;
    for (size_t i = 0; i < n_inputs; i++) open = open || !sn_shape_known(&inputs[i]->shape);
    sn_rng rng = sn_rng_of(k->seed ^ 77);
    rand_size *sizes = SN_NEW_N(k->arena, rand_size, n + 1);
    for (int i = 0; open && i < N_OTHER_SIZES; i++) {
        other_sizes(k, &rng, sizes);
        if (!agree_at(k, n, sizes, false)) return false;
    }
    return true;
}

/* ---- the pipeline ---------------------------------------------------------------------------- */

typedef struct listener {
    checker *k;
    sn_str *remarks;
} listener;

static void on_remark(void *user, const sn_remark *r)
{
    listener *l = user;
    if (r->unchecked)
        inconclusive(l->k,
                     sn_arena_printf(l->k->arena, "a rewrite by %s: %s", r->pass, r->unchecked));
    sn_str_addf(l->remarks, "%s: %s: %s%s%s\n", r->fired ? "fired" : "missed", r->pass, r->text,
                r->unchecked ? " UNCHECKED: " : "", r->unchecked ? r->unchecked : "");
}

/* `whole`: with a last sweep that says what was missed. target NULL: ncnn's newest. */
static sn_status optimize(checker *k, sn_graph *g, const sn_spelling *target, bool whole,
                          sn_str *remarks, sn_pipeline_result *r)
{
    listener l = {k, remarks};
    sn_pass_env env = {.ctx = k->ctx,
                       .target = target ? target : sn_format_named("ncnn")->target,
                       .check = sn_check_region,
                       .remark = on_remark,
                       .remark_user = &l,
                       .rewrites_only = !whole};
    return sn_pipeline_run(&env, g, NULL, r);
}

static bool optimizes(checker *k)
{
    sn_pipeline_result r = {0}, twice = {0};
    sn_status s = optimize(k, k->after, NULL, true, &k->remarks, &r);
    if (s != SN_OK) return fail_status(k, "pipeline", s);
    k->counts->n[RAND_FIRED] += r.n_fired;
    k->counts->n[RAND_CHECKED] += r.n_checked;
    k->counts->n[RAND_UNCHECKED] += r.n_unchecked;
    if (rand_spoil) rand_spoil(k->after);
    s = sn_graph_verify(k->after);
    if (s != SN_OK) return fail_status(k, "verify", s);
    if (!same_results(k)) return false;
    if (r.n_refused)
        return fail(k, RAND_FAILED_OTHERWISE, "refused",
                    "%u rewrites were taken back by their check", r.n_refused);
    sn_graph *clone = sn_graph_clone(k->after);
    sn_str remarks;
    sn_str_init(&remarks, k->arena);
    s = optimize(k, clone, NULL, false, &remarks, &twice);
    sn_graph_destroy(clone);
    if (s != SN_OK) return fail_status(k, "again", s);
    if (twice.n_fired)
        return fail(k, RAND_FAILED_OTHERWISE, "again", "a second time %u rewrites fire:\n%s",
                    twice.n_fired, remarks.s);
    return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool same_files(checker *k, const char *a, const char *b)
{
    FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
    bool same = f && g;
    for (int x = 0, y = 0; same && x != EOF; same = x == y) {
        x = getc(f);
        y = getc(g);
    }
    if (f) fclose(f);
    if (g) fclose(g);
    (void)k;
    return same;
}

/* Saves g and loads it again. *out is NULL where the format has no words for g. */
static bool through_file(checker *k, const char *kind, const sn_graph *g, sn_graph **out)
{
    const sn_format *ncnn = sn_format_named("ncnn");
    const char *param = sn_arena_printf(k->arena, "%s/a.param", k->folder),
               *bin = sn_arena_printf(k->arena, "%s/a.bin", k->folder);
    const char *param2 = sn_arena_printf(k->arena, "%s/b.param", k->folder),
               *bin2 = sn_arena_printf(k->arena, "%s/b.bin", k->folder);
    sn_save_options save = {.path = param, .weights = bin};
    sn_status s = ncnn->save(g, &save);
    if (s == SN_E_UNSUPPORTED) {
        k->out->what = sn_arena_strdup(k->arena, sn_ctx_error(k->ctx));
        sn_ctx_clear_error(k->ctx);
        return true;
    }
    if (s != SN_OK) return fail_status(k, kind, s);
    sn_load_options load = {.path = param, .weights = bin};
    s = ncnn->load(k->ctx, &load, out);
    if (s == SN_OK) s = sn_infer_as_read(*out);
    if (s != SN_OK) return fail_status(k, kind, s);
    sn_save_options again = {.path = param2, .weights = bin2};
    s = ncnn->save(*out, &again);
    if (s != SN_OK) return fail_status(k, kind, s);
    if (!same_files(k, param, param2) || !same_files(k, bin, bin2))
        return fail(k, RAND_FAILED_OTHERWISE, kind, "saving what was loaded gives other bytes");
    return true;
}

static bool agrees_with(checker *k, const char *kind, const sn_graph *loaded)
{
    sn_graph *a = NULL, *b = NULL;
    sn_status s = rand_at_sizes(k->before, k->c->n_sizes, k->c->sizes, &a);
    if (s == SN_OK) s = rand_at_sizes(loaded, k->c->n_sizes, k->c->sizes, &b);
    bool ok = s == SN_OK ? agree(k, kind, true, a, b) : fail_status(k, kind, s);
    sn_graph_destroy(a);
    sn_graph_destroy(b);
    return ok;
}

/* Whether something else fired than what takes Splits away, which files cannot do without. */
static bool fired_besides_copies(checker *k, const char *remarks)
{
    bool any = false;
    for (const char *line = remarks; line && *line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, "fired: ", 7) != 0 || strncmp(line, "fired: drop_copies:", 19) == 0)
            continue;
        size_t n = strcspn(line, "\n");
        sn_str_addf(&k->remarks, "after loading: %.*s\n", (int)n, line);
        any = true;
    }
    return any;
}

static bool survives_file(checker *k)
{
    sn_graph *plain = NULL, *fused = NULL;
    bool ok = through_file(k, "file", k->before, &plain);
    if (ok && plain) ok = agrees_with(k, "file", plain);
    bool spelled = plain != NULL;
    sn_graph_destroy(plain);
    if (ok) k->out->what = NULL;
    if (ok) ok = through_file(k, "file_after", k->after, &fused);
    k->counts->n[RAND_SAVED] += spelled;
    k->counts->n[RAND_NOT_SAVED] += !spelled;
    if (ok && spelled && !fused) {
        ok = fail(k, RAND_FAILED_OTHERWISE, "not_spelled",
                  "can be saved before it is optimized, but not after: %s",
                  k->out->what ? k->out->what : "");
    }
    if (ok && fused) ok = agrees_with(k, "file_after", fused);
    if (ok && fused) {
        sn_pipeline_result r = {0};
        sn_str remarks;
        sn_str_init(&remarks, k->arena);
        sn_status s = optimize(k, fused, NULL, false, &remarks, &r);
        if (s != SN_OK) ok = fail_status(k, "loaded_pipeline", s);
        if (ok && r.n_refused)
            ok = fail(k, RAND_FAILED_OTHERWISE, "loaded_refused",
                      "loaded again, %u rewrites were taken back", r.n_refused);
        k->counts->n[RAND_FIRED_AFTER_LOAD] += fired_besides_copies(k, remarks.s);
        if (ok && r.n_fired) ok = agrees_with(k, "loaded_result", fused);
    }
    sn_graph_destroy(fused);
    return ok;
}

/* ---- another format -------------------------------------------------------------------------- */

/* What passes form for a version of ONNX can be written in it, and computes the same. */
static bool optimizes_for_onnx(checker *k, const sn_graph *loaded, const sn_save_options *save)
{
    const sn_format *onnx = sn_format_named("onnx");
    const sn_load_options load = {.path = save->path};
    sn_pipeline_result r = {0};
    sn_str remarks;
    sn_str_init(&remarks, k->arena);
    sn_graph *fused = sn_graph_clone(loaded), *read = NULL;
    sn_status s = optimize(k, fused, save->target, false, &remarks, &r);
    if (s == SN_OK) s = onnx->save(fused, save);
    if (s == SN_OK) s = onnx->load(k->ctx, &load, &read);
    if (s == SN_OK) s = sn_infer_as_read(read);
    k->counts->n[RAND_FIRED_ONNX] += r.n_fired;
    bool ok = s == SN_OK || fail_status(k, "onnx_after", s);
    if (ok && r.n_refused)
        ok = fail(k, RAND_FAILED_OTHERWISE, "onnx_refused", "%u rewrites were taken back",
                  r.n_refused);
    if (ok) ok = agree(k, "onnx_after", true, loaded, read);
    sn_graph_destroy(fused);
    sn_graph_destroy(read);
    return ok;
}

/* At the sizes of the case, where a format that decides nothing by them can say most. */
static bool survives_onnx(checker *k)
{
    static const char *const versions[] = {
        "7", "9", "11", "13", "15", "17", "18", "17+onnxruntime", "21", "24", "21+onnxruntime"};
    const sn_format *onnx = sn_format_named("onnx");
    if (!onnx || !onnx->save) return true;
    sn_rng rng = sn_rng_of(k->seed ^ 99);
    const char *path = sn_arena_printf(k->arena, "%s/a.onnx", k->folder),
               *again = sn_arena_printf(k->arena, "%s/b.onnx", k->folder);
    sn_save_options save = {.path = path};
    const sn_load_options load = {.path = path};
    sn_graph *sized = NULL, *loaded = NULL;
    sn_status s = rand_at_sizes(k->before, k->c->n_sizes, k->c->sizes, &sized);
    const size_t n = sizeof versions / sizeof *versions;
    bool has_gelu = false; /* written by its formula, it loses digits before version 20 */
    SN_EACH_NODE(v, k->before) has_gelu = has_gelu || strcmp(v->op->name, "gelu") == 0;
    if (s == SN_OK)
        s = onnx->target_of(sized, k->arena,
                            versions[sn_rng_range(&rng, has_gelu ? n - 4 : 0, n - 1)],
                            &save.target);
    if (s == SN_OK) s = onnx->save(sized, &save);
    const bool spelled = s != SN_E_UNSUPPORTED;
    k->counts->n[spelled ? RAND_ONNX : RAND_NOT_ONNX]++;
    if (!spelled) sn_ctx_clear_error(k->ctx);
    if (spelled && s == SN_OK) s = onnx->load(k->ctx, &load, &loaded);
    if (spelled && s == SN_OK) s = sn_infer_as_read(loaded);
    bool ok = !spelled || s == SN_OK ? true : fail_status(k, "onnx", s);
    if (ok && loaded) ok = agree(k, "onnx", true, sized, loaded);
    if (ok && loaded) {
        s = onnx->save(loaded, &(sn_save_options){.path = again});
        if (s != SN_OK) ok = fail_status(k, "onnx_again", s);
        if (ok && !same_files(k, path, again))
            ok = fail(k, RAND_FAILED_OTHERWISE, "onnx_again",
                      "saving what was loaded gives other bytes");
    }
    if (ok && loaded) ok = optimizes_for_onnx(k, loaded, &save);
    sn_graph_destroy(sized);
    sn_graph_destroy(loaded);
    return ok;
}

/* ---- again ----------------------------------------------------------------------------------- */

static bool writes_halves(const sn_graph *g, checker *k, const char *param, const char *bin)
{
    const sn_save_options halves = {.path = param, .weights = bin, .storage = SN_STORAGE_F16};
    if (sn_format_named("ncnn")->save(g, &halves) == SN_OK) return true;
    sn_ctx_clear_error(k->ctx);
    return false;
}

/* Optimizing what optimizing wrote gives the same files: weights in f32, stored as halves, and
 * halves from the beginning. What a layer proved of sizes leaves the file with the layer, and may
 * have been what forbade a rewrite: the next run may make it, but that must come to an end. */
static bool stays_the_same(checker *k)
{
    const char *param = sn_arena_printf(k->arena, "%s/c.param", k->folder),
               *bin = sn_arena_printf(k->arena, "%s/c.bin", k->folder);
    again_case a = {.arena = k->arena, .folder = k->folder, .measured = true};
    sn_status skipped;
    if (sn_format_named("ncnn")->save(k->before,
                                      &(sn_save_options){.path = param, .weights = bin}) != SN_OK) {
        sn_ctx_clear_error(k->ctx);
        return true;
    }
    for (int i = 0; i < 3; i++) {
        a.storage = i == 1 ? SN_WEIGHTS_FP16 : SN_WEIGHTS_KEEP;
        if (i == 2 && !writes_halves(k->before, k, param, bin)) return true;
        a.settled = false;
        const char *differs = again_differs(&a, param, bin, &skipped);
        k->counts->n[RAND_FIRED_AGAIN] += a.settled;
        if (!differs || a.settled) continue;
        return fail(k, RAND_FAILED_OTHERWISE,
                    i == 0   ? "again_f32"
                    : i == 1 ? "again_fp16"
                             : "again_halves",
                    "optimizing what was optimized gives other files: %s", differs);
    }
    return true;
}

/* ---- all ------------------------------------------------------------------------------------- */

static bool holds(checker *k)
{
    if (!prints(k, "print", k->c->g)) return false;
    sn_status s = sn_infer_graph(k->before);
    if (s != SN_OK) return fail_status(k, "infer", s);
    s = sn_graph_verify(k->before);
    if (s != SN_OK) return fail_status(k, "verify_before", s);
    k->after = sn_graph_clone(k->before);
    if (!prints(k, "print_inferred", k->before)) return false;
    if (!optimizes(k)) return false;
    if (!prints(k, "print_after", k->after)) return false;
    if (!k->folder) return true;
    return survives_file(k) && survives_onnx(k) && stays_the_same(k);
}

static sn_status guarded(checker *k)
{
    bool ok = holds(k);
    if (!ok && !k->out->kind)
        return sn_fail(k->ctx, SN_E_INTERNAL, "a property failed without a word");
    return SN_OK;
}

static sn_status guard(checker *k) { SN_GUARD(k->ctx, guarded(k)); }

void rand_check(sn_ctx *ctx, const rand_case *c, uint64_t seed, const char *folder, sn_arena *arena,
                rand_counts *counts, rand_verdict *out)
{
    checker k = {.ctx = ctx,
                 .arena = arena,
                 .c = c,
                 .seed = seed,
                 .folder = folder,
                 .counts = counts,
                 .out = out};
    *out = (rand_verdict){0};
    sn_str_init(&k.remarks, arena);
    k.before = sn_graph_clone(c->g);
    counts->n[RAND_CASES]++;
    counts->n[RAND_NODES] += c->g->n_nodes;
    sn_status s = guard(&k);
    if (s != SN_OK) fail_status(&k, "guard", s);
    if (out->kind)
        counts->n[out->counted]++;
    else
        out->what = NULL;
    out->remarks = k.remarks.s;
    sn_graph_destroy(k.before);
    sn_graph_destroy(k.after);
}

bool rand_fails(void *failure, const rand_case *c)
{
    const rand_failure *f = failure;
    sn_arena *arena = sn_arena_create(f->ctx);
    rand_counts counts = {0};
    rand_verdict v;
    rand_check(f->ctx, c, f->seed, f->folder, arena, &counts, &v);
    bool same = v.kind && strcmp(v.kind, f->kind) == 0;
    sn_arena_destroy(arena);
    return same;
}
