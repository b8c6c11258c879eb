/* SPDX-License-Identifier: Apache-2.0
 *
 * Running a network in the interpreter on arrays of a caller's, and writing files of one. */
#include "api/model.h"

#include <string.h>

#include "base/file.h"
#include "codegen/selftest.h"
#include "ref/inputs.h"
#include "ref/run.h"

bool sn_model_input_is_index(sn_model *m, uint32_t index)
{
    SN_EACH_NODE(n, m->graph)
    {
        if (!sn_op_has(n->op, SN_TRAIT_INPUT)) continue;
        const sn_value *v = index < n->n_out ? n->out[index] : NULL;
        if (v)
            return (v->type == SN_TYPE_f32 || v->type == SN_TYPE_UNKNOWN) &&
                   sn_integer_limit(v) > 0;
        index -= n->n_out;
    }
    return false;
}

/* What a run holds; given back however it ends. */
typedef struct run_state {
    sn_model *m;
    sn_model *sized; /* m, or a copy at the sizes that the file hints at */
    const sn_tensor **feeds, **results;
    size_t n_feeds, n_results;
} run_state;

sn_status sn_model_feed(sn_model *m, const sn_value *v, const void *data, const sn_tensor **out)
{
    sn_ctx *ctx = m->context->ctx;
    sn_tensor *t = NULL;
    void *to = NULL;
    const sn_type type = v->type == SN_TYPE_UNKNOWN ? SN_TYPE_f32 : v->type;
    SN_TRY(sn_tensor_create(ctx, type, &v->shape, &t, &to));
    memcpy(to, data, (size_t)t->n_bytes);
    for (uint64_t i = 0; type == SN_TYPE_bool && i < t->n_bytes; i++)
        ((unsigned char *)to)[i] = ((unsigned char *)to)[i] != 0;
    *out = t;
    return SN_OK;
}

sn_array sn_array_of(const sn_tensor *t, const char *name, sn_arena *copy)
{
    const void *data = sn_tensor_data(t);
    sn_array a = {.name = name,
                  .type = sn_type_name(t->type),
                  .rank = t->shape.rank,
                  .n = (uint64_t)sn_tensor_count(t),
                  .bytes = t->n_bytes,
                  .data = copy ? sn_arena_copy(copy, data, (size_t)t->n_bytes) : data};
    for (int i = 0; i < t->shape.rank; i++) a.sizes[i] = t->shape.d[i];
    return a;
}

sn_shape sn_array_shape(const sn_array *a) { return sn_shape_of(a->rank, a->sizes); }

static sn_status take(sn_model *m, const sn_tensor *t, const char *name, sn_array *out)
{
    const sn_tensor *plain = NULL;
    SN_CHECK(m->context->ctx, t, SN_E_UNSUPPORTED, "output '%s' cannot be worked out",
             sn_escape(m->arena, name ? name : ""));
    SN_TRY(sn_tensor_convert(m->context->ctx, t, t->type, &plain));
    *out = sn_array_of(plain, name ? sn_arena_strdup(m->results, name) : "", m->results);
    sn_tensor_release(plain);
    return SN_OK;
}

static void on_progress(void *user, uint32_t n_done, uint32_t n_total)
{
    sn_context_progress(user, "interpreting", n_done, n_total);
}

static sn_status run_all(run_state *s, const void *const *inputs, sn_array *outputs)
{
    sn_model *m = s->m;
    const sn_graph *g = s->sized->graph;
    const sn_node *output = sn_graph_output(g);
    sn_value **values = sn_graph_inputs(g, m->results, &s->n_feeds);
    s->feeds = SN_NEW_N(m->results, const sn_tensor *, s->n_feeds);
    s->results = SN_NEW_N(m->results, const sn_tensor *, output->n_in);
    s->n_results = output->n_in;
    for (size_t i = 0; i < s->n_feeds; i++)
        SN_TRY(sn_model_feed(m, values[i], inputs[i], &s->feeds[i]));
    sn_run_hooks hooks = {.user = m->context, .progress = on_progress};
    SN_TRY(sn_run_graph(g, s->feeds, s->n_feeds, &hooks, s->results));
    for (uint16_t i = 0; i < output->n_in; i++)
        SN_TRY(take(m, s->results[i], sn_output_name(output, i), &outputs[i]));
    return SN_OK;
}

static sn_status run(sn_model *m, const void *const *inputs, sn_array *outputs)
{
    SN_TRY(sn_model_infer(m));
    SN_CHECK(m->context->ctx, sn_graph_output(m->graph), SN_E_ARG, "the network has no outputs");
    sn_arena_destroy(m->results);
    m->results = NULL;
    m->results = sn_arena_create(m->context->ctx);
    run_state s = {.m = m};
    sn_status status = sn_model_at_hints(m, &s.sized);
    if (status == SN_OK) status = run_all(&s, inputs, outputs);
    for (size_t i = 0; s.feeds && i < s.n_feeds; i++) sn_tensor_release(s.feeds[i]);
    for (size_t i = 0; s.results && i < s.n_results; i++) sn_tensor_release(s.results[i]);
    if (s.sized != m) sn_model_destroy(s.sized);
    return status;
}

sn_status sn_model_run_interpreted(sn_model *m, const void *const *inputs, sn_array *outputs)
{
    SN_GUARD(m->context->ctx, run(m, inputs, outputs));
}

/* ---- files ----------------------------------------------------------------------------------- */

static sn_status write_all(sn_replace *r, const sn_file *files, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        sn_sink *sink = NULL;
        SN_TRY(sn_replace_open(r, files[i].path, &sink));
        SN_TRY(sn_write(sink, files[i].data, files[i].bytes));
    }
    return SN_OK;
}

static sn_status write_files(sn_context *c, const sn_file *files, size_t n)
{
    sn_replace *r = NULL;
    SN_TRY(sn_replace_begin(c->ctx, &r));
    sn_status status = write_all(r, files, n);
    if (status == SN_OK) return sn_replace_commit(r);
    sn_replace_abort(r);
    return status;
}

bool sn_same_file(const char *a, const char *b) { return sn_file_same(a, b); }

sn_status sn_write_files(sn_context *c, const sn_file *files, size_t n)
{
    SN_GUARD(c->ctx, write_files(c, files, n));
}

sn_status sn_try_to_write(sn_context *c, const char *path)
{
    SN_GUARD(c->ctx, sn_replace_try(c->ctx, path));
}

/* ---- arrays ---------------------------------------------------------------------------------- */

uint32_t sn_type_size(const char *type)
{
    sn_type t;
    return sn_type_parse(type, &t) ? (uint32_t)sn_type_bytes(t) : 0;
}

bool sn_array_fits(const sn_array *a, const sn_value_info *v)
{
    const sn_shape x = sn_array_shape(a), y = sn_shape_of(v->rank, v->sizes);
    return sn_shape_same_order(&x, &y);
}

double sn_array_at(const sn_array *a, uint64_t i) { return test_at(a->data, a->type, (size_t)i); }

static sn_status convert(sn_context *c, const sn_array *a, const char *type, void *to)
{
    sn_type from = SN_TYPE_UNKNOWN, into = SN_TYPE_UNKNOWN;
    SN_CHECK(c->ctx, sn_type_parse(a->type, &from), SN_E_ARG, "there is no type '%s'", a->type);
    SN_CHECK(c->ctx, sn_type_parse(type, &into), SN_E_ARG, "there is no type '%s'", type);
    if (from == into && from != SN_TYPE_bool) { /* bits of a NaN, too */
        if (a->n) memcpy(to, a->data, (size_t)a->n * sn_type_bytes(from));
        return SN_OK;
    }
    for (uint64_t i = 0; i < a->n; i++) {
        if (sn_element_convert(from, a->data, into, to, (int64_t)i)) continue;
        sn_arena *arena = sn_arena_create(c->ctx);
        const sn_status status =
            sn_fail(c->ctx, SN_E_FORMAT,
                    "%s: has elements of type %s, %s expected; element %llu, %s, cannot be one",
                    a->name, a->type, type, (unsigned long long)i,
                    sn_element_text(arena, from, a->data, (int64_t)i));
        sn_arena_destroy(arena);
        return status;
    }
    return SN_OK;
}

sn_status sn_array_convert(sn_context *c, const sn_array *a, const char *type, void *to)
{
    SN_GUARD(c->ctx, convert(c, a, type, to));
}

/* ---- arrays in files ------------------------------------------------------------------------- */

const char *sn_array_format_of(const char *path)
{
    const sn_format *format = sn_format_of_array(path);
    return format ? format->name : NULL;
}

static sn_status load_array(sn_context *c, const char *path, sn_array *out)
{
    const sn_format *format = sn_format_of_array(path);
    const sn_tensor *t = NULL;
    const char *name = NULL;
    SN_CHECK(c->ctx, format, SN_E_UNSUPPORTED, "%s: no format has arrays in files of this name",
             path);
    sn_arena *kept = sn_context_arena(c), *scratch = sn_arena_create(c->ctx);
    const sn_status status = format->load_array(c->ctx, scratch, path, &name, &t);
    if (status == SN_OK) {
        *out = (sn_array){.name = sn_arena_strdup(kept, name),
                          .type = sn_type_name(t->type),
                          .rank = t->shape.rank,
                          .n = (uint64_t)sn_tensor_count(t),
                          .bytes = t->n_bytes};
        for (int i = 0; i < t->shape.rank; i++) out->sizes[i] = t->shape.d[i];
        out->data = sn_arena_copy(kept, sn_tensor_data(t), (size_t)t->n_bytes);
        sn_tensor_release(t);
    }
    sn_arena_destroy(scratch);
    return status;
}

sn_status sn_array_load(sn_context *c, const char *path, sn_array *out)
{
    SN_GUARD(c->ctx, load_array(c, path, out));
}
