/* SPDX-License-Identifier: Apache-2.0
 *
 * A training as C: the texts that tie step and judge together, filled in. */
#include "codegen/training.h"

#include <inttypes.h>
#include <string.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"

extern const char sn_text_training_header[], sn_text_training_code[], sn_text_training_main[],
    sn_text_training_cmake[], sn_text_example_number[];

static const char *c_type(const char *type)
{
    static const char *const types[][2] = {
        {"f32", "float"},    {"f64", "double"},   {"i8", "int8_t"},   {"i16", "int16_t"},
        {"i32", "int32_t"},  {"i64", "int64_t"},  {"u8", "uint8_t"},  {"u16", "uint16_t"},
        {"u32", "uint32_t"}, {"u64", "uint64_t"}, {"bool", "uint8_t"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i][0], type) == 0) return types[i][1];
    return "unsigned char";
}

static uint64_t count_of(const sn_trained_tensor *t)
{
    uint64_t n = 1;
    for (int i = 0; i < t->rank; i++) n *= (uint64_t)t->sizes[i];
    return n;
}

static const char *sizes_text(sn_arena *arena, const sn_trained_tensor *t, const char *comma)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (int i = 0; i < t->rank; i++) sn_str_addf(&s, "%s%" PRId64, i ? comma : "", t->sizes[i]);
    return s.s ? s.s : "";
}

static const char *list_text(sn_arena *arena, const size_t *list, size_t n)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < n; i++)
        sn_str_addf(&s, "%s%zu", i == 0 ? "" : i % 20 ? ", " : ",\n    ", list[i]);
    return n ? s.s : "-1";
}

static const char *bytes_text(sn_arena *arena, const unsigned char *data, size_t n)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < n; i++)
        sn_str_addf(&s, "%s%u,%s", i % 24 ? "" : "    ", data[i],
                    i + 1 == n || i % 24 == 23 ? "\n" : " ");
    return s.s;
}

/* Each state begins where a cache line does. */
static const char *state_rows(sn_arena *arena, const sn_trained_module *m, uint64_t *bytes)
{
    sn_str s;
    sn_str_init(&s, arena);
    *bytes = 0;
    for (size_t i = 0; i < m->n_states; i++) {
        const sn_trained_tensor *t = &m->states[i];
        sn_str_addf(&s, "    {\"%s\", \"%s\", %d, %d, {%s}, %" PRIu64 ", %" PRIu64 "},\n",
                    sn_c_string(arena, t->name), t->type, t->of_network, t->rank,
                    t->rank ? sizes_text(arena, t, ", ") : "0", *bytes, t->bytes);
        *bytes += (t->bytes + 63) / 64 * 64;
    }
    return s.s;
}

/* Their check, and some that are made up: of each in turn; with a blank, one label a row. */
static void classes(emitter *e, const sn_trained_module *m)
{
    const char *check = "", *made_up = "0";
    if (m->has_classes)
        check = sn_arena_printf(e->arena,
                                "    for (size_t i = 0; i < %s_TARGET_SIZE; i++)\n"
                                "        if (target[i] < %" PRId64 " || target[i] > %" PRId64
                                "%s) return %s_TRAIN_E_TARGET;\n",
                                e->upper, m->least_class, m->most_class,
                                m->blank ? " || target[i] == 0" : "", e->upper);
    if (m->has_classes && !m->blank)
        made_up = sn_arena_printf(e->arena, "(int32_t)(i %% %" PRId64 ")", m->most_class + 1);
    else if (m->has_classes && m->most_class < 1)
        made_up = "-1";
    else if (m->has_classes)
        made_up = sn_arena_printf(
            e->arena, "i %% %" PRId64 " ? -1 : (int32_t)(1 + i / %" PRId64 " %% %" PRId64 ")",
            m->target.sizes[1], m->target.sizes[1], m->most_class);
    sn_module_number(e, "has_classes", m->has_classes);
    sn_module_var(e, "check_classes", check);
    sn_module_var(e, "class_at", made_up);
}

static void tensors(emitter *e, const sn_trained_module *m)
{
    sn_arena *a = e->arena;
    sn_str sizes, comment, bytes;
    sn_str_init(&sizes, a);
    sn_str_init(&comment, a);
    sn_str_init(&bytes, a);
    for (size_t i = 0; i < m->n_inputs; i++) {
        const sn_trained_tensor *t = &m->inputs[i];
        sn_str_addf(&sizes, "#define %s_INPUT_%zu_SIZE %" PRIu64 " /* of %s: %s */\n", e->upper, i,
                    count_of(t), sn_c_comment(a, t->name), sizes_text(a, t, ","));
        sn_str_addf(&comment, "%s%s of %s", i ? ", " : "", sizes_text(a, t, ","), t->type);
        sn_str_addf(&bytes, "%" PRIu64 ", ", t->bytes);
    }
    sn_str_addf(&sizes, "#define %s_TARGET_SIZE %" PRIu64 " /* %s */\n", e->upper,
                count_of(&m->target), sizes_text(a, &m->target, ","));
    sn_str_addf(&sizes, "#define %s_RESULT_SIZE %" PRIu64 " /* %s */\n", e->upper,
                count_of(&m->result), sizes_text(a, &m->result, ","));
    sn_str_addf(&comment, "; the target: %s of %s", sizes_text(a, &m->target, ","), m->target.type);
    sn_str_addf(&bytes, "%" PRIu64, m->target.bytes);
    sn_module_var(e, "sizes", sizes.s);
    sn_module_var(e, "inputs_comment", comment.s);
    sn_module_var(e, "array_bytes", bytes.s);
    sn_module_var(e, "target_type", c_type(m->target.type));
    sn_module_var(e, "result_type", c_type(m->result.type));
    sn_module_number(e, "result_count", count_of(&m->result));
    sn_module_number(e, "result_bytes", m->result.bytes);
    classes(e, m);
}

static void states(emitter *e, const sn_trained_module *m)
{
    uint64_t bytes = 0, elements = 0;
    sn_module_var(e, "state_rows", state_rows(e->arena, m, &bytes));
    for (size_t i = 0; i < m->n_states; i++) elements += m->states[i].bytes;
    sn_module_number(e, "states_bytes", 2 * bytes);
    sn_module_number(e, "block_bytes", m->head_bytes + elements + 4);
    sn_module_number(e, "n_states", m->n_states);
    sn_module_number(e, "n_step_states", m->n_step_states);
    sn_module_number(e, "n_judge_states", m->n_judge_states);
    sn_module_number(e, "n_next", m->n_next);
    sn_module_number(e, "head_bytes", m->head_bytes);
    sn_module_var(e, "step_states", list_text(e->arena, m->step_states, m->n_step_states));
    sn_module_var(e, "judge_states", list_text(e->arena, m->judge_states, m->n_judge_states));
    sn_module_var(e, "next_states", list_text(e->arena, m->next, m->n_next));
    sn_module_var(e, "head", bytes_text(e->arena, m->head, m->head_bytes));
}

static void add_file(emitter *e, const char *path, const char *text)
{
    const char *filled = sn_module_filled(e, text);
    SN_PUSH(e->files, ((sn_source){.path = path, .data = filled, .bytes = strlen(filled)}));
}

void sn_training_print(sn_arena *arena, const sn_trained_module *m, sn_source_set *out)
{
    emitter e = {.arena = arena, .p = m->prefix, .upper = sn_module_upper(arena, m->prefix)};
    e.vars.arena = e.files.arena = arena;
    sn_module_var(&e, "p", e.p);
    sn_module_var(&e, "P", e.upper);
    sn_module_var(&e, "d", "$");
    sn_module_var(&e, "version", SINTER_VERSION);
    sn_module_var(&e, "model", sn_c_comment(arena, m->model));
    sn_module_var(&e, "comment", sn_c_comment(arena, m->model));
    sn_module_var(&e, "loss", m->loss);
    sn_module_var(&e, "optimizer", m->optimizer);
    sn_module_number(&e, "batch", (uint64_t)(m->target.rank ? m->target.sizes[0] : 1));
    sn_module_number(&e, "n_inputs", m->n_inputs);
    tensors(&e, m);
    states(&e, m);
    add_file(&e, sn_arena_printf(arena, "%s_train.h", e.p), sn_text_training_header);
    add_file(&e, sn_arena_printf(arena, "%s_train.c", e.p), sn_text_training_code);
    sn_module_var(&e, "number_of", sn_text_example_number);
    add_file(&e, "main.c", sn_text_training_main);
    add_file(&e, "CMakeLists.txt", sn_text_training_cmake);
    *out = (sn_source_set){e.files.v, e.files.n};
}
