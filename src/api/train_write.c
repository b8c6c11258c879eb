/* SPDX-License-Identifier: Apache-2.0
 *
 * A training as C, and blocks of states. */
#include "api/trainer.h"

#include <string.h>
#include <unistd.h>

#include "codegen/escape.h"
#include "codegen/training.h"
#include "ref/run.h"
#include "train/state_block.h"

/* Names of entries that say what a run is. */
enum { OPTIMIZER, EPOCHS, N_OF_RUN };
static const char *const of_run[N_OF_RUN] = {[OPTIMIZER] = "optimizer", [EPOCHS] = "epochs"};

/* ---- blocks ---------------------------------------------------------------------------------- */

static sn_state_entry *entries_of(const sn_trainer *t, sn_arena *arena)
{
    sn_state_entry *list = SN_NEW_N(arena, sn_state_entry, t->values.n_params + N_OF_RUN + 1);
    for (size_t i = 0; i < t->values.n_params; i++) {
        const sn_value *v = t->values.params[i].value;
        list[i] = (sn_state_entry){.name = v->name,
                                   .type = v->type,
                                   .shape = v->shape,
                                   .kind = t->values.params[i].is_weight ? SN_STATE_OF_NETWORK
                                                                         : SN_STATE_OF_OPTIMIZER,
                                   .data = sn_tensor_data(v->data),
                                   .bytes = v->data->n_bytes};
    }
    return list;
}

static void add_entries(const sn_state_entry *list, size_t n, sn_str *out)
{
    sn_state_block_head(list, n, out);
    for (size_t i = 0; i < n; i++)
        sn_str_addn(out, (const char *)list[i].data, (size_t)list[i].bytes);
    const uint32_t crc = sn_crc32((const unsigned char *)out->s, out->n);
    for (int i = 0; i < 4; i++) {
        const char byte = (char)(unsigned char)(crc >> 8 * i);
        sn_str_addn(out, &byte, 1);
    }
}

static void add_block(const sn_trainer *t, sn_arena *arena, sn_str *out)
{
    add_entries(entries_of(t, arena), t->values.n_params, out);
}

/* With the entries of a run, too. */
static void add_run(const sn_trainer *t, const int32_t *epochs, sn_arena *arena, sn_str *out)
{
    sn_state_entry *list = entries_of(t, arena);
    const char *optimizer = sn_optimizer_name(t->optimizer);
    const size_t n = t->values.n_params, length = strlen(optimizer);
    list[n] = (sn_state_entry){.name = of_run[OPTIMIZER],
                               .type = SN_TYPE_u8,
                               .shape = SN_SHAPE((int64_t)length),
                               .kind = SN_STATE_OF_RUN,
                               .data = (const unsigned char *)optimizer,
                               .bytes = length};
    list[n + 1] = (sn_state_entry){.name = of_run[EPOCHS],
                                   .type = SN_TYPE_i32,
                                   .shape = sn_shape_scalar(),
                                   .kind = SN_STATE_OF_RUN,
                                   .data = (const unsigned char *)epochs,
                                   .bytes = sizeof *epochs};
    add_entries(list, n + N_OF_RUN, out);
}

/* epochs: NULL: states alone. */
static sn_status block(sn_trainer *t, const int32_t *epochs, const void **out, size_t *bytes)
{
    sn_arena_destroy(t->block);
    t->block = NULL;
    t->block = sn_arena_create(t->of->context->ctx);
    sn_str s;
    sn_str_init(&s, t->block);
    if (epochs)
        add_run(t, epochs, t->block, &s);
    else
        add_block(t, t->block, &s);
    *out = s.s;
    *bytes = s.n;
    return SN_OK;
}

sn_status sn_trainer_block(sn_trainer *t, const void **out, size_t *bytes)
{
    SN_GUARD(t->of->context->ctx, block(t, NULL, out, bytes));
}

static sn_status save_run(sn_trainer *t, uint32_t epochs, const void **out, size_t *bytes)
{
    SN_CHECK(t->of->context->ctx, epochs <= INT32_MAX, SN_E_ARG, "%u epochs, %d at most expected",
             (unsigned)epochs, INT32_MAX);
    return block(t, &(int32_t){(int32_t)epochs}, out, bytes);
}

sn_status sn_trainer_save(sn_trainer *t, uint32_t epochs, const void **out, size_t *bytes)
{
    SN_GUARD(t->of->context->ctx, save_run(t, epochs, out, bytes));
}

/* ---- going on -------------------------------------------------------------------------------- */

static size_t index_of_state(const sn_trainer *t, const char *name)
{
    size_t i = 0;
    while (i < t->values.n_params && !sn_is_named(t->values.params[i].value->name, name)) i++;
    return i;
}

static const char *type_in_words(sn_arena *arena, sn_type type, const sn_shape *shape)
{
    sn_str s;
    sn_str_init(&s, arena);
    sn_str_addf(&s, "%s[", sn_type_name(type));
    for (int i = 0; i < shape->rank; i++)
        sn_str_addf(&s, "%s%lld", i ? "," : "", (long long)shape->d[i]);
    sn_str_add(&s, "]");
    return s.s;
}

static sn_status read_of_run(const sn_trainer *t, const sn_state_entry *e, sn_arena *arena,
                             uint32_t *epochs)
{
    sn_ctx *ctx = t->of->context->ctx;
    const bool is_optimizer = strcmp(e->name, of_run[OPTIMIZER]) == 0;
    if (is_optimizer && e->type == SN_TYPE_u8 && e->shape.rank == 1) {
        const char *name = sn_arena_strndup(arena, (const char *)e->data, (size_t)e->bytes);
        SN_CHECK(ctx, strcmp(name, sn_optimizer_name(t->optimizer)) == 0, SN_E_ARG,
                 "these are states of a training by %s, and this one is by %s",
                 sn_escape(arena, name), sn_optimizer_name(t->optimizer));
        return SN_OK;
    }
    SN_CHECK(ctx,
             strcmp(e->name, of_run[EPOCHS]) == 0 && e->type == SN_TYPE_i32 && e->shape.rank == 0,
             SN_E_FORMAT, "'%s', %s, is nothing that is known of a run", sn_escape(arena, e->name),
             type_in_words(arena, e->type, &e->shape));
    int32_t n;
    memcpy(&n, e->data, sizeof n);
    SN_CHECK(ctx, n >= 0, SN_E_FORMAT, "a run of %d epochs, 0 to %d expected", (int)n, INT32_MAX);
    *epochs = (uint32_t)n;
    return SN_OK;
}

/* Finds the state that an entry is of, which must be the first that is. */
static sn_status place_entry(sn_trainer *t, const sn_state_entry *e, sn_arena *arena,
                             sn_tensor **made)
{
    sn_ctx *ctx = t->of->context->ctx;
    const char *name = sn_escape(arena, e->name);
    const size_t i = index_of_state(t, e->name);
    const bool known =
        i < t->values.n_params && t->values.params[i].is_weight == (e->kind == SN_STATE_OF_NETWORK);
    SN_CHECK(ctx, known, SN_E_ARG,
             "there is a state '%s', and this training has none of that name: it is of another "
             "network, or by other options",
             name);
    const sn_value *v = t->values.params[i].value;
    SN_CHECK(ctx, v->type == e->type && sn_shape_equal(&v->shape, &e->shape), SN_E_SHAPE,
             "'%s' is %s, and %s is expected", name, type_in_words(arena, e->type, &e->shape),
             type_in_words(arena, v->type, &v->shape));
    SN_CHECK(ctx, !made[i], SN_E_FORMAT, "there are two states '%s'", name);
    return sn_trainer_state_of(t, i, e->data, &made[i]);
}

/* A tensor for each state, or what is wrong. */
static sn_status place_all(sn_trainer *t, const sn_state_entry *list, size_t n, sn_arena *arena,
                           sn_tensor **made, uint32_t *epochs)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].kind == SN_STATE_OF_RUN) SN_TRY(read_of_run(t, &list[i], arena, epochs));
    for (size_t i = 0; i < n; i++) /* first, since what the optimizer remembers is named for them */
        if (list[i].kind == SN_STATE_OF_NETWORK) SN_TRY(place_entry(t, &list[i], arena, made));
    for (size_t i = 0; i < n; i++)
        if (list[i].kind == SN_STATE_OF_OPTIMIZER) SN_TRY(place_entry(t, &list[i], arena, made));
    for (size_t i = 0; i < t->values.n_params; i++)
        SN_CHECK(t->of->context->ctx, made[i], SN_E_ARG,
                 "there is no state '%s', which this training has: it is of another network, or by "
                 "other options",
                 sn_escape(arena, t->values.params[i].value->name));
    return SN_OK;
}

static sn_status resume_in(sn_trainer *t, const void *data, size_t bytes, sn_arena *arena,
                           uint32_t *epochs)
{
    sn_state_entry *list = NULL;
    size_t n = 0;
    sn_tensor **made = SN_NEW_N(arena, sn_tensor *, t->values.n_params + 1);
    uint32_t found = 0;
    SN_TRY(sn_state_block_read(t->of->context->ctx, arena, data, bytes, &list, &n));
    const sn_status status = place_all(t, list, n, arena, made, &found);
    for (size_t i = 0; i < t->values.n_params; i++) {
        if (status == SN_OK) sn_value_set_data(t->values.params[i].value, made[i]);
        sn_tensor_release(made[i]);
    }
    if (status == SN_OK) *epochs = found;
    return status;
}

static sn_status resume(sn_trainer *t, const void *data, size_t bytes, uint32_t *epochs)
{
    sn_arena *arena = sn_arena_create(t->of->context->ctx);
    const sn_status status = resume_in(t, data, bytes, arena, epochs);
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_trainer_resume(sn_trainer *t, const void *data, size_t bytes, uint32_t *epochs)
{
    SN_GUARD(t->of->context->ctx, resume(t, data, bytes, epochs));
}

/* ---- into a network -------------------------------------------------------------------------- */

static sn_status put_weight(sn_model *m, const sn_state_entry *e, sn_value *v)
{
    sn_tensor *made = NULL;
    void *data = NULL;
    SN_TRY(sn_tensor_create(m->context->ctx, e->type, &e->shape, &made, &data));
    memcpy(data, e->data, (size_t)e->bytes);
    sn_value_set_data(v, made);
    sn_tensor_release(made);
    return SN_OK;
}

static sn_status import_entries(sn_model *m, const void *data, size_t bytes, sn_arena *arena)
{
    sn_state_entry *list = NULL;
    size_t n = 0;
    SN_TRY(sn_state_block_read(m->context->ctx, arena, data, bytes, &list, &n));
    SN_TRY(sn_model_infer(m));
    sn_training_name_weights(m->graph);
    sn_value **found = SN_NEW_N(arena, sn_value *, n + 1);
    for (size_t i = 0; i < n; i++) { /* all are there before one is changed */
        if (list[i].kind != SN_STATE_OF_NETWORK) continue;
        found[i] = sn_training_weight(m->graph, list[i].name);
        SN_CHECK(m->context->ctx, found[i], SN_E_ARG, "the network has no weight '%s'",
                 sn_escape(m->arena, list[i].name));
        SN_CHECK(m->context->ctx,
                 found[i]->type == list[i].type && sn_shape_equal(&found[i]->shape, &list[i].shape),
                 SN_E_SHAPE, "'%s' has other sizes, or elements of another type, in the network",
                 sn_escape(m->arena, list[i].name));
    }
    sn_model_changes(m);
    for (size_t i = 0; i < n; i++)
        if (list[i].kind == SN_STATE_OF_NETWORK) SN_TRY(put_weight(m, &list[i], found[i]));
    return SN_OK;
}

static sn_status import_states(sn_model *m, const void *data, size_t bytes)
{
    sn_arena *arena = sn_arena_create(m->context->ctx);
    const sn_status status = import_entries(m, data, bytes, arena);
    sn_arena_destroy(arena);
    return status;
}

sn_status sn_model_import_states(sn_model *m, const void *data, size_t bytes)
{
    SN_GUARD(m->context->ctx, import_states(m, data, bytes));
}

/* ---- as C ------------------------------------------------------------------------------------ */

static sn_trained_tensor tensor_of(const sn_value *v)
{
    sn_trained_tensor t = {.name = v->name ? v->name : "",
                           .type = sn_type_name(v->type),
                           .rank = v->shape.rank,
                           .bytes = (uint64_t)sn_shape_count(&v->shape) * sn_type_bytes(v->type)};
    for (int i = 0; i < v->shape.rank; i++) t.sizes[i] = v->shape.d[i];
    return t;
}

static const size_t *indices(const sn_trainer *t, sn_arena *arena, const sn_trained_code *c)
{
    size_t *list = SN_NEW_N(arena, size_t, c->n_params + 1);
    for (size_t i = 0; i < c->n_params; i++) list[i] = index_of_state(t, c->params[i]->name);
    return list;
}

static void describe(const sn_trainer *t, sn_arena *arena, const char *prefix,
                     const sn_trained_code *step, const sn_trained_code *judge,
                     sn_trained_module *m)
{
    size_t n = 0;
    sn_value **fed = sn_graph_inputs(t->step->graph, arena, &n);
    sn_trained_tensor *inputs = SN_NEW_N(arena, sn_trained_tensor, n + 1),
                      *states = SN_NEW_N(arena, sn_trained_tensor, t->values.n_params + 1);
    size_t *next = SN_NEW_N(arena, size_t, t->values.n_params + 1);
    *m = (sn_trained_module){.prefix = prefix,
                             .model = t->of->read_path ? t->of->read_path : "a network",
                             .loss = sn_loss_name(t->values.kind),
                             .optimizer = sn_optimizer_name(t->optimizer),
                             .inputs = inputs,
                             .target = tensor_of(t->values.target),
                             .result = tensor_of(t->values.result),
                             .states = states,
                             .n_states = t->values.n_params,
                             .step_states = indices(t, arena, step),
                             .judge_states = indices(t, arena, judge),
                             .next = next,
                             .n_step_states = step->n_params,
                             .n_judge_states = judge->n_params,
                             .n_next = t->values.n_params};
    for (size_t i = 0; i < n; i++)
        if (fed[i] != t->values.target && fed[i] != t->values.learning_rate)
            inputs[m->n_inputs++] = tensor_of(fed[i]);
    m->has_classes = !sn_type_is_float(t->values.target->type);
    if (m->has_classes)
        m->blank = sn_loss_classes(t->values.kind, &t->values.result->shape, &m->least_class,
                                   &m->most_class);
    for (size_t i = 0; i < t->values.n_params; i++) {
        const sn_training_param *p = &t->values.params[i];
        states[i] = tensor_of(p->value);
        states[i].of_network = p->is_weight;
        next[p->result - 1] = i; /* result 0 is the loss */
    }
    sn_str head;
    sn_str_init(&head, arena);
    sn_state_block_head(entries_of(t, arena), t->values.n_params, &head);
    m->head = (const unsigned char *)head.s;
    m->head_bytes = head.n;
}

static sn_status compile_part(sn_trainer *t, const sn_graph *g, const char *folder,
                              const char *prefix, const char *part,
                              const sn_compile_options *options, sn_arena *arena,
                              sn_trained_code *code, sn_train_step_code *facts)
{
    sn_compile_options o = *options;
    sn_compile_result r;
    sn_model *fed = sn_trainer_fed(t, g, code);
    o.prefix = sn_arena_printf(arena, "%s_%s", prefix, part);
    o.batch = 0;
    const sn_status status =
        sn_model_compile(fed, sn_arena_printf(arena, "%s/%s", folder, part), &o, &r);
    if (status == SN_OK)
        *facts = (sn_train_step_code){.n_steps = r.n_steps,
                                      .flops = r.flops,
                                      .bytes = r.bytes,
                                      .code_bytes = r.code_bytes,
                                      .workspace_bytes = r.workspace_bytes};
    sn_model_destroy(fed);
    return status;
}

static sn_status write_in(sn_trainer *t, const char *folder, const sn_compile_options *options,
                          sn_arena *arena, sn_train_step_code *out)
{
    sn_ctx *ctx = t->of->context->ctx;
    const char *prefix = options->prefix
                             ? options->prefix
                             : sn_c_prefix(arena, t->of->read_path ? t->of->read_path : "net");
    SN_CHECK(ctx, sn_c_is_prefix(prefix) && strlen(prefix) <= 30, SN_E_ARG,
             "'%s' is no prefix: a letter, then letters, digits and underscores, at most 30, are "
             "expected",
             sn_escape(arena, prefix));
    SN_CHECK(ctx, !sn_is_named(options->target, "wasm"), SN_E_UNSUPPORTED,
             "a training is not written for wasm; the folder of another target is C that any "
             "compiler takes");
    SN_CHECK(ctx, !options->single_file, SN_E_UNSUPPORTED,
             "a training is written as several files; a single one was asked for");
    sn_source_set none = {NULL, 0}, files;
    SN_TRY(sn_write_folder(t->of, arena, folder, &none));
    sn_trained_code step = {0}, judge = {0};
    SN_TRY(compile_part(t, t->step->graph, folder, prefix, "step", options, arena, &step, out));
    sn_train_step_code of_judge;
    SN_TRY(compile_part(t, t->judge->graph, folder, prefix, "judge", options, arena, &judge,
                        &of_judge));
    sn_trained_module m;
    describe(t, arena, prefix, &step, &judge, &m);
    sn_training_print(arena, &m, &files);
    sn_str block;
    sn_str_init(&block, arena);
    add_block(t, arena, &block);
    for (size_t i = 0; i < t->values.n_params; i++)
        out->states_bytes += (uint64_t)t->values.params[i].value->data->n_bytes;
    sn_source *all = SN_NEW_N(arena, sn_source, files.n + 1);
    memcpy(all, files.files, files.n * sizeof *all);
    all[files.n] = (sn_source){
        .path = sn_arena_printf(arena, "%s.states", prefix), .data = block.s, .bytes = block.n};
    const sn_source_set set = {all, files.n + 1};
    return sn_write_folder(t->of, arena, folder, &set);
}

static sn_status write_code(sn_trainer *t, const char *folder, const sn_compile_options *options,
                            sn_train_step_code *out)
{
    sn_train_step_code made = {0};
    sn_arena *arena = sn_arena_create(t->of->context->ctx);
    const bool was_there = sn_file_is_folder(folder);
    const sn_status status = write_in(t, folder, options, arena, &made);
    if (status != SN_OK && !was_there) (void)rmdir(folder); /* if it is empty */
    sn_arena_destroy(arena);
    if (status == SN_OK && out) *out = made;
    return status;
}

sn_status sn_trainer_write(sn_trainer *t, const char *folder, const sn_compile_options *options,
                           sn_train_step_code *step)
{
    sn_compile_options o;
    SN_TAKE_OPTIONS(t->of->context->ctx, sn_compile_options, &o, options);
    SN_GUARD(t->of->context->ctx, write_code(t, folder, &o, step));
}
