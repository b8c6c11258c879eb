/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder for WebAssembly: what a module exports, the script that loads it, its types, an example
 * for node, and how all that is built. */
#include <inttypes.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"

/* clang-format off */
#define TEXTS(X) \
    X(wasm_code) X(wasm_selftest) X(wasm_loader) X(wasm_types) X(wasm_package) X(wasm_main) \
    X(wasm_cmake) X(wasm_cmake_test)
/* clang-format on */
#define X(name) extern const char sn_text_##name[];
TEXTS(X)
#undef X

/* All that engines with SIMD have, too: Chrome 75, Firefox 79, Safari 15. */
#define WASM_FLAGS "-msimd128 -mbulk-memory -mnontrapping-fptoint"
/* The stack stands in front of all else, so that one that is too small ends the run. */
#define WASM_LINK                                                                                  \
    "-nostartfiles -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first -Wl,-z,stack-size=%" PRIu64

/* Addresses have 32 bits; code and tables are in them, too. */
enum { ROOM_BESIDE = 16 << 20 };
/* Of a stack: pages of memory; one of them is for what calls a run, as the test of steps. */
enum { PAGE = 64 << 10, LEAST_STACK = 256 << 10 };

static uint64_t stack_bytes(const emitter *e)
{
    const uint64_t bytes = (e->stack_bytes + 2 * PAGE - 1) / PAGE * PAGE;
    return bytes > LEAST_STACK ? bytes : LEAST_STACK;
}

static const char *link_flags(emitter *e)
{
    return sn_arena_printf(e->arena, WASM_LINK, stack_bytes(e));
}

static uint64_t workspace_bytes(const sn_module *m)
{
    uint64_t most = 0;
    for (size_t k = 0; k < m->n_sets; k++) {
        const uint64_t bytes = sn_workspace_bytes(&m->sets[k].memory, 1);
        if (bytes > most) most = bytes;
    }
    return most;
}

/* Of an input or output where it is largest. */
static uint64_t most_bytes(const sn_module *m, bool is_output, size_t i)
{
    uint64_t most = 1;
    for (size_t k = 0; k < m->n_sets; k++) {
        const uint64_t bytes =
            sn_module_bytes(is_output ? &m->sets[k].outputs[i] : &m->sets[k].inputs[i]);
        if (bytes > most) most = bytes;
    }
    return most;
}

static bool has_file(const sn_module *m) { return m->weights_bytes && !m->embed_weights; }

static sn_status check_memory(emitter *e)
{
    const sn_module *m = e->m;
    uint64_t all = workspace_bytes(m) + m->weights_bytes + stack_bytes(e);
    for (size_t i = 0; i < m->n_inputs; i++) all += most_bytes(m, false, i);
    for (size_t i = 0; i < m->n_outputs; i++) all += most_bytes(m, true, i);
    SN_CHECK(sn_arena_ctx(e->arena), all <= UINT32_MAX - (uint64_t)ROOM_BESIDE, SN_E_UNSUPPORTED,
             "a WebAssembly module has 4 GB of memory, and weights, workspace, stack, inputs and "
             "outputs take %.3g GB",
             (double)all * 1e-9);
    return SN_OK;
}

/* ---- C --------------------------------------------------------------------------------------- */

static void buffers(emitter *e)
{
    const sn_module *m = e->m;
    const char *type = sn_module_has_types(m) ? "void" : "float";
    sn_str all, inputs, outputs;
    sn_str_init(&all, e->arena);
    sn_str_init(&inputs, e->arena);
    sn_str_init(&outputs, e->arena);
    if (has_file(m))
        sn_str_addf(&all, "static _Alignas(64) unsigned char weights[%s_WEIGHTS_BYTES];\n",
                    e->upper);
    for (int is_output = 0; is_output < 2; is_output++) {
        const char *what = is_output ? "output" : "input";
        sn_str *list = is_output ? &outputs : &inputs;
        for (size_t i = 0; i < (is_output ? m->n_outputs : m->n_inputs); i++) {
            sn_str_addf(&all, "static _Alignas(64) unsigned char %s_%zu[%" PRIu64 "];\n", what, i,
                        most_bytes(m, is_output, i));
            sn_str_addf(list, "%s(%s *)(void *)%s_%zu", i ? ", " : "", type, what, i);
        }
        if (!list->n) sn_str_add(list, "NULL");
    }
    sn_module_var(e, "wasm_buffers", all.s);
    sn_module_var(e, "wasm_inputs", inputs.s);
    sn_module_var(e, "wasm_outputs", outputs.s);
    sn_module_var(e, "wasm_weights", has_file(m) ? "weights" : "NULL");
    sn_module_var(e, "wasm_given", has_file(m) ? "weights, sizeof weights" : "NULL, 0");
    sn_module_number(e, "wasm_workspace", workspace_bytes(m));
    sn_module_number(e, "wasm_n_sets", m->n_sets);
    sn_module_var(e, "wasm_selftest",
                  m->sets->test ? sn_module_filled(e, sn_text_wasm_selftest) : "");
}

/* ---- JavaScript ------------------------------------------------------------------------------ */

/* Of the elements of arrays: where a layer takes indices, these. */
static const char *type_of(const sn_module *m, bool is_output, size_t i)
{
    if (!is_output && m->indices && m->indices[i]) return "i32";
    return sn_type_name(is_output ? m->sets->outputs[i].type : m->sets->inputs[i].type);
}

static void add_tensors(emitter *e, sn_str *s, const sn_module_set *set, bool is_output)
{
    const sn_module *m = e->m;
    const sn_module_tensor *list = is_output ? set->outputs : set->inputs;
    sn_str_addf(s, "    %s: [\n", is_output ? "outputs" : "inputs");
    for (size_t i = 0; i < (is_output ? m->n_outputs : m->n_inputs); i++) {
        sn_str_addf(s, "      tensor(\"%s\", \"%s\", [%s]", sn_js_string(e->arena, list[i].name),
                    type_of(m, is_output, i), sn_module_shape(e->arena, &list[i], ", "));
        if (list[i].is_counted)
            sn_str_addf(s, ", { axis: %d, by: \"%s\" }", list[i].count_axis,
                        sn_js_string(e->arena, set->outputs[list[i].count].name));
        sn_str_add(s, "),\n");
    }
    sn_str_add(s, "    ],\n");
}

/* The class of arrays of a type, as wasm_loader.ct has it. */
static const char *class_of(const char *type)
{
    static const char *const classes[][2] = {
        {"f32", "Float32Array"}, {"f64", "Float64Array"},  {"f16", "Uint16Array"},
        {"bf16", "Uint16Array"}, {"i8", "Int8Array"},      {"i16", "Int16Array"},
        {"i32", "Int32Array"},   {"i64", "BigInt64Array"}, {"u8", "Uint8Array"},
        {"u16", "Uint16Array"},  {"u32", "Uint32Array"},   {"u64", "BigUint64Array"},
        {"i4", "Int8Array"},     {"i2", "Int8Array"},      {"u4", "Uint8Array"},
        {"u2", "Uint8Array"},    {"bool", "Uint8Array"},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strcmp(classes[i][0], type) == 0) return classes[i][1];
    return "Uint8Array";
}

static const char *members(emitter *e, bool is_output)
{
    const sn_module *m = e->m;
    const sn_module_tensor *list = is_output ? m->sets->outputs : m->sets->inputs;
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < (is_output ? m->n_outputs : m->n_inputs); i++)
        sn_str_addf(&s, "  \"%s\": %s; // %s\n", sn_js_string(e->arena, list[i].name),
                    class_of(type_of(m, is_output, i)), sn_module_shape(e->arena, &list[i], ","));
    return s.s;
}

static void script(emitter *e)
{
    const sn_module *m = e->m;
    const bool several = m->n_sets > 1, file = has_file(m);
    const char *weights = sn_module_path(e, ".weights");
    sn_str sets;
    sn_str_init(&sets, e->arena);
    for (size_t k = 0; k < m->n_sets; k++) {
        sn_str_add(&sets, "  {\n");
        add_tensors(e, &sets, &m->sets[k], false);
        add_tensors(e, &sets, &m->sets[k], true);
        sn_str_add(&sets, "  },\n");
    }
    sn_module_var(e, "wasm_sets", sets.s);
    sn_module_var(e, "wasm_files",
                  file ? sn_arena_printf(e->arena, "%s.wasm and %s", e->p, weights)
                       : sn_arena_printf(e->arena, "%s.wasm", e->p));
    sn_module_var(e, "wasm_default_weights",
                  file ? sn_arena_printf(e->arena, "new URL(\"./%s\", import.meta.url)", weights)
                       : "null");
    sn_module_var(e, "wasm_set_help",
                  several ? " * It was compiled for several sizes, net.sets: lengths of arrays say "
                            "which set is meant, or its\n * number does, as in "
                            "net.run(inputs, 1).\n *\n"
                          : " *\n");
    sn_module_var(e, "wasm_input_types", members(e, false));
    sn_module_var(e, "wasm_output_types", members(e, true));
    sn_module_var(e, "wasm_set_usage", several ? " [-s SET]" : "");
    sn_module_var(e, "wasm_set_option",
                  several ? "\n * -s is the number of a set of sizes (default: 0)." : "");
}

static const char *lower(emitter *e)
{
    char *s = sn_arena_strdup(e->arena, e->p);
    for (char *c = s; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    return s;
}

/* ---- building -------------------------------------------------------------------------------- */

const char *sn_module_wasm_build(emitter *e)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_str_addf(&s,
                "clang --target=wasm32-wasi -std=c11 %s\n *        " WASM_FLAGS
                " -D%s_NO_THREADS\n *        %s %s_wasm.c\n *        %s\n"
                " *        -lm -o %s.wasm\n"
                " * (CMakeLists.txt does the same); %s.js, %s.d.ts and main.js say how it is used "
                "in JavaScript.",
                e->m->clang_flags, e->upper, sn_module_c_files(e), e->p, link_flags(e), e->p, e->p,
                e->p);
    return s.s;
}

static void build(emitter *e)
{
    const sn_module *m = e->m;
    const char *weights = has_file(m) ? sn_arena_printf(e->arena, ", \"%s.weights\"", e->p) : "";
    sn_module_var(e, "wasm_flags", WASM_FLAGS);
    sn_module_var(e, "wasm_link", link_flags(e));
    sn_module_var(e, "wasm_c_files", sn_module_c_files(e));
    sn_module_var(e, "wasm_weights_file",
                  has_file(m) ? sn_arena_printf(e->arena, " %s.weights", e->p) : "");
    sn_module_var(e, "wasm_package", lower(e));
    sn_module_var(e, "wasm_package_files",
                  sn_arena_printf(e->arena, "\"%s.js\", \"%s.d.ts\", \"%s.wasm\"%s", e->p, e->p,
                                  e->p, weights));
    sn_module_var(e, "wasm_cmake_test",
                  m->sets->test ? sn_module_filled(e, sn_text_wasm_cmake_test) : "");
}

sn_status sn_module_wasm(emitter *e)
{
    SN_TRY(check_memory(e));
    buffers(e);
    script(e);
    build(e);
    sn_module_file(e, sn_module_path(e, "_wasm.c"), sn_module_filled(e, sn_text_wasm_code), true);
    sn_module_file(e, sn_module_path(e, ".js"), sn_module_filled(e, sn_text_wasm_loader), true);
    sn_module_file(e, sn_module_path(e, ".d.ts"), sn_module_filled(e, sn_text_wasm_types), true);
    sn_module_file(e, "main.js", sn_module_filled(e, sn_text_wasm_main), true);
    sn_module_file(e, "package.json", sn_module_filled(e, sn_text_wasm_package), true);
    sn_module_file(e, "CMakeLists.txt", sn_module_filled(e, sn_text_wasm_cmake), true);
    return SN_OK;
}
