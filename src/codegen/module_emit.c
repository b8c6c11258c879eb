/* SPDX-License-Identifier: Apache-2.0
 *
 * Fills in the texts of the run time. All that comes from a model passes through escape.h;
 * everything else is ours. */
#include "codegen/module_emit.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "codegen/escape.h"
#include "codegen/weights.h"

/* clang-format off */
#define TEXTS(X) \
    X(selftest) X(selftest_run) X(selftest_images) X(selftest_batch) X(run_steps) X(run_batch) \
    X(cmake_test) X(guard) X(header) X(types) X(runtime) \
    X(weights_file) X(weights_array) X(weights_none) X(cmake) X(main) X(module) X(weights)
/* clang-format on */
#define X(name) extern const char sn_text_##name[];
TEXTS(X)
#undef X

typedef struct emitter {
    sn_arena *arena;
    const sn_module *m;
    SN_VEC(const char *) vars;
    SN_VEC(sn_source) files;
    const char *p, *upper;
    sn_source weights; /* data NULL: in no file */
} emitter;

static void var(emitter *e, const char *name, const char *text)
{
    SN_PUSH(e->vars, name);
    SN_PUSH(e->vars, text);
}

static void number(emitter *e, const char *name, uint64_t value)
{
    var(e, name, sn_arena_printf(e->arena, "%" PRIu64, value));
}

static const char *find(const char *const *vars, const char *name, size_t n)
{
    for (; *vars; vars += 2) {
        if (strlen(*vars) == n && memcmp(*vars, name, n) == 0) return vars[1];
    }
    return NULL;
}

void sn_fill_text(sn_str *out, const char *text, const char *const *vars)
{
    for (const char *mark; (mark = strstr(text, "${")) != NULL;) {
        const char *end = strchr(mark, '}');
        const char *value = find(vars, mark + 2, (size_t)(end - mark - 2));
        assert(value); /* the texts are ours */
        sn_str_addn(out, text, (size_t)(mark - text));
        sn_str_add(out, value);
        text = end + 1;
    }
    sn_str_add(out, text);
}

static const char *filled(emitter *e, const char *text)
{
    size_t n = e->vars.n;
    SN_PUSH(e->vars, NULL);
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_fill_text(&s, text, e->vars.v);
    e->vars.n = n;
    return s.s;
}

static void file(emitter *e, const char *path, const char *text)
{
    SN_PUSH(e->files, (sn_source){.path = path, .data = text, .bytes = strlen(text)});
}

static void apart(emitter *e, const char *path, const char *text)
{
    file(e, path, text);
    e->files.v[e->files.n - 1].apart = true;
}

static const char *path_of(emitter *e, const char *ending)
{
    return sn_arena_printf(e->arena, "%s%s", e->p, ending);
}

static uint64_t rounded(uint64_t bytes)
{
    return (bytes + SN_WEIGHTS_ALIGNMENT - 1) / SN_WEIGHTS_ALIGNMENT * SN_WEIGHTS_ALIGNMENT;
}

uint64_t sn_workspace_bytes(const sn_memory_need *m, int n_threads)
{
    const uint64_t lanes = m->images >= n_threads ? (uint64_t)n_threads - 1 : 0;
    return SN_NET_BYTES + rounded(m->work_bytes) +
           (uint64_t)n_threads * (SN_WORKER_BYTES + rounded(m->scratch_bytes)) +
           lanes * rounded(m->lane_bytes);
}

/* ---- tensors --------------------------------------------------------------------------------- */

static uint64_t bytes_of(const sn_module_tensor *t)
{
    uint64_t n = sn_type_bytes(t->type);
    for (int i = 0; i < t->rank; i++) n *= (uint64_t)t->shape[i];
    return n;
}

static const char *shape_of(sn_arena *arena, const sn_module_tensor *t, const char *comma)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (int i = 0; i < t->rank; i++) sn_str_addf(&s, "%s%" PRId64, i ? comma : "", t->shape[i]);
    return s.s;
}

static const char *tensor_rows(sn_arena *arena, const sn_module_tensor *list, size_t n)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < n; i++) {
        const char *shape = list[i].rank ? shape_of(arena, &list[i], ", ") : "0";
        sn_str_addf(&s, "    {\"%s\", %d, {%s}, %" PRIu64 ", \"%s\"},\n",
                    sn_c_string(arena, list[i].name), list[i].rank, shape, bytes_of(&list[i]),
                    sn_type_name(list[i].type));
    }
    if (!n) sn_str_add(&s, "    {0}, /* none: C has no empty arrays */\n");
    return s.s;
}

/* Of the elements of files. */
static const char *types_of_files(sn_arena *arena, const sn_module *m)
{
    sn_str s;
    sn_str_init(&s, arena);
    for (size_t i = 0; i < m->n_inputs; i++) {
        const bool is_index = m->indices && m->indices[i];
        sn_str_addf(&s, "%s\"%s\"", i ? ", " : "",
                    is_index ? "i32" : sn_type_name(m->inputs[i].type));
    }
    return m->n_inputs ? s.s : "\"\"";
}

bool sn_module_has_types(const sn_module *m)
{
    bool has = false;
    for (size_t i = 0; i < m->n_inputs; i++) has = has || m->inputs[i].type != SN_TYPE_f32;
    for (size_t i = 0; i < m->n_outputs; i++) has = has || m->outputs[i].type != SN_TYPE_f32;
    return has;
}

/* As which elements are stored. */
static const char *c_type(sn_type type)
{
    static const char *const names[] = {"float",
#define X(name, bytes, ctype) #ctype,
                                        SN_TYPE_MAP(X)
#undef X
    };
    return type == SN_TYPE_bool   ? "bool (a byte, 0 or 1)"
           : type == SN_TYPE_f16  ? "half (the bits of one, in uint16_t)"
           : type == SN_TYPE_bf16 ? "bfloat16 (the bits of one, in uint16_t)"
                                  : names[type];
}

/* Comment lines of the header: what goes in and out. */
static void add_interface(sn_str *s, sn_arena *arena, const char *what,
                          const sn_module_tensor *list, size_t n, bool has_types)
{
    for (size_t i = 0; i < n; i++) {
        const char *type = has_types ? c_type(list[i].type) : "";
        sn_str_addf(s, " *     %s %zu  %s%s%s  %s\n", what, i, type, *type ? " " : "",
                    shape_of(arena, &list[i], ","), sn_c_comment(arena, list[i].name));
    }
}

static void tensor_vars(emitter *e)
{
    const sn_module *m = e->m;
    sn_str interface, sizes;
    sn_str_init(&interface, e->arena);
    const bool has_types = sn_module_has_types(m);
    add_interface(&interface, e->arena, "input ", m->inputs, m->n_inputs, has_types);
    add_interface(&interface, e->arena, "output", m->outputs, m->n_outputs, has_types);
    sn_str_init(&sizes, e->arena);
    for (size_t i = 0; i < m->n_inputs; i++)
        sn_str_addf(&sizes, "#define %s_INPUT_%zu_SIZE %" PRIu64 " /* %s */\n", e->upper, i,
                    bytes_of(&m->inputs[i]) / sn_type_bytes(m->inputs[i].type),
                    m->inputs[i].type == SN_TYPE_f32 ? "floats" : "elements");
    for (size_t i = 0; i < m->n_outputs; i++)
        sn_str_addf(&sizes, "#define %s_OUTPUT_%zu_SIZE %" PRIu64 "\n", e->upper, i,
                    bytes_of(&m->outputs[i]) / sn_type_bytes(m->outputs[i].type));
    var(e, "interface", interface.s);
    var(e, "element", has_types ? "void" : "float");
    var(e, "elements", has_types ? "of the types below" : "floats");
    var(e, "sizes", sizes.s);
    var(e, "inputs", tensor_rows(e->arena, m->inputs, m->n_inputs));
    var(e, "outputs", tensor_rows(e->arena, m->outputs, m->n_outputs));
    var(e, "types_of_files", types_of_files(e->arena, m));
    number(e, "n_inputs", m->n_inputs);
    number(e, "n_outputs", m->n_outputs);
    number(e, "n_inputs_or_1", m->n_inputs ? m->n_inputs : 1);
    number(e, "n_outputs_or_1", m->n_outputs ? m->n_outputs : 1);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void step_vars(emitter *e)
{
    const sn_module *m = e->m;
    sn_str table, list;
    sn_str_init(&table, e->arena);
    sn_str_init(&list, e->arena);
    for (size_t i = 0; i < m->n_steps; i++) {
        const sn_module_step *s = &m->steps[i];
        sn_str_addf(&table, "    {%s, %" PRId64 ", %d", s->function, s->units, s->barrier);
        if (m->batch) sn_str_addf(&table, ", %" PRId64, s->chunk);
        sn_str_addf(&table, "}, /* %s */\n", sn_c_comment(e->arena, s->layers));
        sn_str_addf(&list, "    {\"%s\", \"%s\", %" PRId64 ", %d, %.9g, %.9g},\n",
                    sn_c_string(e->arena, s->layers), sn_c_string(e->arena, s->kernel), s->units,
                    s->barrier, s->flops, s->bytes);
    }
    if (!m->n_steps) {
        sn_str_add(&table, "    {NULL, 0, 0}, /* none: C has no empty arrays */\n");
        sn_str_add(&list, "    {0},\n");
    }
    var(e, "steps", table.s);
    var(e, "step_list", list.s);
    number(e, "n_steps", m->n_steps);
    number(e, "work_bytes", rounded(m->memory.work_bytes));
    number(e, "scratch_bytes", rounded(m->memory.scratch_bytes));
    number(e, "net_bytes", SN_NET_BYTES);
    number(e, "worker_bytes", SN_WORKER_BYTES);
}

/* How the images of a batch follow each other. */
static void batch_vars(emitter *e)
{
    const sn_module *m = e->m;
    const bool many = m->batch > 0;
    var(e, "image_field",
        many
            ? "    unsigned char *image; /* `work` of the images that have a part of their own */\n"
            : "");
    var(e, "chunk_field",
        many ? "    long chunk; /* units that are done for all images at once */\n" : "");
    var(e, "lanes_field",
        many ? "    unsigned char *lanes;   /* [n_threads - 1][lane_bytes] */\n" : "");
    var(e, "lanes_bytes",
        many ? " + (n_threads <= N_IMAGES ? (size_t)n_threads - 1 : 0) * lane_bytes" : "");
    var(e, "first_image",
        many ? "    net->steps.image = at;\n"
               "    net->lanes = net->scratch + (size_t)n_threads * scratch_bytes;\n"
             : "");
    var(e, "image_bytes",
        many ? sn_arena_printf(e->arena,
                               "static const size_t image_bytes = %" PRIu64
                               "; /* of the workspace: from an image to the next */\n"
                               "static const size_t lane_bytes = %" PRIu64
                               "; /* of each thread but the first: for images of its own */\n",
                               m->image_bytes, rounded(m->memory.lane_bytes))
             : "");
    number(e, "batch", (uint64_t)m->batch);
    sn_str stages;
    sn_str_init(&stages, e->arena);
    for (size_t i = 0; i < m->n_stages; i++)
        sn_str_addf(&stages, "    {%zu, %zu, %d},\n", m->stages[i].first, m->stages[i].n,
                    m->stages[i].by_image);
    if (!m->n_stages) sn_str_add(&stages, "    {0, 0, 0}, /* none: C has no empty arrays */\n");
    var(e, "stages", stages.s);
    var(e, "a_run",
        many ? sn_arena_printf(e->arena,
                               "%" PRId64
                               " inferences: the first axis of inputs and outputs is that "
                               "of the batch",
                               m->batch)
             : "One inference");
    var(e, "run_steps", filled(e, many ? sn_text_run_batch : sn_text_run_steps));
    var(e, "selftest_images", many ? filled(e, sn_text_selftest_images) : "");
    var(e, "selftest_batch", many ? filled(e, sn_text_selftest_batch) : "");
}

/* What every part begins with: types and helpers. */
static const char *common(emitter *e, bool several)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_str_addf(&s, "#include <stddef.h>\n\n%s\n", filled(e, sn_text_types));
    sn_str_addf(&s, "#define STEP ALONE%s\n\n%s",
                several ? " /* seen by the table of steps, which is in a file of its own */"
                        : " static",
                e->m->support);
    return s.s;
}

static void separate_parts(emitter *e)
{
    const sn_module *m = e->m;
    sn_str h;
    sn_str_init(&h, e->arena);
    sn_str_addf(
        &h, "/* What the parts of %s share. */\n#ifndef %s_STEPS_H\n#define %s_STEPS_H\n\n%s\n%s\n",
        sn_c_comment(e->arena, m->model), e->upper, e->upper, sn_text_guard, common(e, true));
    sn_map *seen = sn_map_create(e->arena);
    for (size_t i = 0; i < m->n_steps; i++) {
        const char *function = m->steps[i].function;
        if (sn_map_has(seen, function)) continue;
        sn_map_put(seen, function, NULL);
        sn_str_addf(&h, "void %s(const struct net *n, long first, long last, float *scratch);\n",
                    function);
    }
    sn_str_add(&h, "\n#endif\n");
    file(e, path_of(e, "_steps.h"), h.s);
    for (size_t i = 0; i < m->n_parts; i++) {
        file(e, sn_arena_printf(e->arena, "%s_%zu.c", e->p, i),
             sn_arena_printf(
                 e->arena, "/* %s: part %zu of %zu of the steps. */\n#include \"%s_steps.h\"\n\n%s",
                 sn_c_comment(e->arena, m->model), i + 1, m->n_parts, e->p, m->parts[i]));
    }
}

static void main_file(emitter *e)
{
    const sn_module *m = e->m;
    sn_str c;
    sn_str_init(&c, e->arena);
    sn_str_addf(&c,
                "/* %s, compiled by sinter %s; %s.h says how it is used. First the steps in their "
                "order, each a function that does a share "
                "of its units,\n * then the run time. */\n%s\n"
                "#if !defined(_GNU_SOURCE) && defined(__linux__)\n#define _GNU_SOURCE /* syscall "
                "*/\n#endif\n#include \"%s.h\"\n\n",
                sn_c_comment(e->arena, m->model), SINTER_VERSION, e->p, sn_text_guard, e->p);
    if (m->n_parts == 1) {
        sn_str_addf(&c, "%s\n%s\n", common(e, false), m->parts[0]);
    } else {
        sn_str_addf(&c, "#include \"%s_steps.h\"\n\n", e->p);
        separate_parts(e);
    }
    sn_str_add(&c, filled(e, sn_text_runtime));
    file(e, path_of(e, ".c"), c.s);
}

/* ---- weights --------------------------------------------------------------------------------- */

/* As 64-bit words, since compilers read few large numbers faster than many small ones. */
static void weights_array(emitter *e)
{
    const sn_module *m = e->m;
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_str_addf(&s,
                "/* The weights of %s: floats, packed as the steps read them, two to a word. */\n"
                "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n"
                "#error \"the weights are little-endian\"\n#endif\n\n"
                "extern const unsigned long long %s_weights[];\n"
                "_Alignas(%d) const unsigned long long %s_weights[] = {\n",
                sn_c_comment(e->arena, m->model), e->p, SN_WEIGHTS_ALIGNMENT, e->p);
    for (size_t at = 0; at < m->weights_bytes; at += 8) {
        uint64_t word = 0;
        size_t left = m->weights_bytes - at;
        memcpy(&word, (const char *)m->weights + at, left < 8 ? left : 8);
        char text[32];
        int n = snprintf(text, sizeof text, "%s%" PRIx64 ",%s", word > 9 ? "0x" : "", word,
                         at / 8 % 6 == 5 ? "\n" : "");
        sn_str_addn(&s, text, (size_t)n);
    }
    sn_str_add(&s, "\n};\n");
    e->weights = (sn_source){.path = path_of(e, "_weights.c"), .data = s.s, .bytes = s.n};
}

static void weights_file(emitter *e)
{
    const sn_module *m = e->m;
    uint64_t bytes = rounded(m->weights_bytes);
    unsigned char *block = sn_arena_alloc(e->arena, (size_t)bytes + 2 * SN_WEIGHTS_ALIGNMENT);
    unsigned char *data = block + (SN_WEIGHTS_ALIGNMENT - (uintptr_t)block % SN_WEIGHTS_ALIGNMENT) %
                                      SN_WEIGHTS_ALIGNMENT;
    struct weights_head head = {
        .magic = "SNTRWGT", .version = 1, .order = 0x01020304, .bytes = bytes};
    memcpy(data + sizeof head, m->weights, m->weights_bytes);
    head.hash = hash_weights(data + sizeof head, (size_t)bytes);
    memcpy(data, &head, sizeof head);
    e->weights = (sn_source){.path = path_of(e, ".weights"),
                             .data = (const char *)data,
                             .bytes = (size_t)bytes + sizeof head};
    number(e, "weights_bytes", bytes + sizeof head);
    var(e, "weights_hash", sn_arena_printf(e->arena, "0x%016" PRIx64 "u", head.hash));
    var(e, "weights_check", filled(e, sn_text_weights_file));
}

/* How the header speaks of them. */
static void weights_words(emitter *e)
{
    const sn_module *m = e->m;
    if (m->weights_bytes && !m->embed_weights) {
        const char *name = path_of(e, ".weights");
        var(e, "weights_usage",
            sn_arena_printf(e->arena,
                            "void *weights = (%s in memory, aligned to 64 bytes: a mapping, or, "
                            "faster, read onto large pages as in main.c);",
                            name));
        var(e, "weights_given", "weights, weights_bytes");
        var(e, "weights_what", sn_arena_printf(e->arena, "of %s", name));
        return;
    }
    var(e, "weights_usage",
        m->weights_bytes
            ? sn_arena_printf(e->arena, "The weights are in %s_weights.c, a part of the program.",
                              e->p)
            : "The network has no weights.");
    var(e, "weights_given", "NULL, 0");
    var(e, "weights_what", "there is no file of weights");
}

static void weights(emitter *e)
{
    const sn_module *m = e->m;
    var(e, "hash", sn_text_weights);
    if (m->weights_bytes && !m->embed_weights) {
        weights_file(e);
        return;
    }
    number(e, "weights_bytes", 0);
    var(e, "weights_check",
        filled(e, m->weights_bytes ? sn_text_weights_array : sn_text_weights_none));
    if (m->weights_bytes) weights_array(e);
}

/* ---- self-test ------------------------------------------------------------------------------- */

static void sum_rows(emitter *e, const sn_module_test *t)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < t->n_sums; i++) {
        const sn_module_sum *p = &t->sums[i];
        sn_str_addf(&s,
                    "    {\"%s\", %zu, %d, %" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64
                    ", %" PRIu64 ", {",
                    sn_type_name(p->type), p->step, p->from + 1, p->lanes, p->channels, p->pixels,
                    p->plane, p->at);
        for (int k = 0; k < TEST_SUMS; k++) sn_str_addf(&s, "%s%.9g", k ? ", " : "", p->sums[k]);
        sn_str_addf(&s, "}, %.3g},\n", p->allowed);
    }
    if (!t->n_sums) sn_str_add(&s, "    {0}, /* none: C has no empty arrays */\n");
    var(e, "test_places", s.s);
    number(e, "n_places", t->n_sums);
}

static size_t sample_rows(emitter *e, const sn_module_test *t)
{
    sn_str rows, values;
    size_t n = 0;
    sn_str_init(&rows, e->arena);
    sn_str_init(&values, e->arena);
    for (size_t i = 0; i < t->n_samples; i++) {
        const sn_module_sample *p = &t->samples[i];
        sn_str_addf(&rows, "    {%zu, %zu, %" PRIu64 ", %.3g},\n", p->output, p->n, p->stride,
                    p->allowed);
        for (size_t k = 0; k < p->n; k++)
            sn_str_addf(&values, "%s%.9g,%s", n % 8 ? " " : "    ", p->values[k],
                        n % 8 == 7 ? "\n" : ""),
                n++;
    }
    if (n % 8) sn_str_add(&values, "\n");
    if (!t->n_samples) sn_str_add(&rows, "    {0}, /* none: C has no empty arrays */\n");
    if (!n) sn_str_add(&values, "    0,\n");
    var(e, "test_samples", rows.s);
    var(e, "test_sampled", values.s);
    number(e, "n_samples", t->n_samples);
    return n;
}

static void selftest_vars(emitter *e)
{
    const sn_module_test *t = e->m->test;
    var(e, "no_selftest",
        t ? ""
          : sn_arena_printf(e->arena, "#define %s_NO_SELFTEST /* it was written without one */\n",
                            e->upper));
    var(e, "cmake_test", t ? filled(e, sn_text_cmake_test) : "");
    if (!t) {
        var(e, "selftest_bytes", "0 bytes");
        return;
    }
    sn_str limits;
    sn_str_init(&limits, e->arena);
    for (size_t i = 0; i < e->m->n_inputs; i++)
        sn_str_addf(&limits, "%s%" PRId64, i ? ", " : "", t->limits[i]);
    if (!e->m->n_inputs) sn_str_add(&limits, "0");
    sum_rows(e, t);
    const size_t n_sampled = sample_rows(e, t);
    var(e, "test_limits", limits.s);
    var(e, "test_numbers", sn_text_selftest);
    /* six words, an address and five floats a place; three words and a float a sample */
    var(e, "selftest_bytes",
        sn_arena_printf(e->arena, "%zu bytes", t->n_sums * 64 + t->n_samples * 16 + n_sampled * 4));
}

/* ---- all ------------------------------------------------------------------------------------- */

static const char *upper_case(sn_arena *arena, const char *s)
{
    char *out = sn_arena_strdup(arena, s);
    for (char *c = out; *c; c++) {
        if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
    }
    return out;
}

static const char *c_files(const emitter *e)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_str_addf(&s, "%s.c", e->p);
    if (e->m->n_parts > 1) {
        for (size_t i = 0; i < e->m->n_parts; i++) sn_str_addf(&s, " %s_%zu.c", e->p, i);
    }
    if (e->m->embed_weights && e->m->weights_bytes) sn_str_addf(&s, " %s_weights.c", e->p);
    if (e->m->test) sn_str_addf(&s, " %s_selftest.c", e->p);
    return s.s;
}

static void name_vars(emitter *e)
{
    const sn_module *m = e->m;
    const char *files = c_files(e);
    var(e, "p", e->p);
    var(e, "P", e->upper);
    var(e, "d", "$");
    var(e, "model", sn_c_comment(e->arena, m->model));
    var(e, "model_string", sn_c_string(e->arena, m->model));
    var(e, "version", SINTER_VERSION);
    var(e, "module", sn_text_module);
    var(e, "gcc_flags", m->gcc_flags);
    var(e, "clang_flags", m->clang_flags);
    var(e, "c_files", files);
    weights_words(e);
    var(e, "weights_name", m->weights_bytes && !m->embed_weights ? path_of(e, ".weights") : "");
    var(e, "build_line",
        sn_arena_printf(
            e->arena,
            "cc -std=c11 %s %s main.c -lm -lpthread -o %s_example\n"
            " * (these are gcc's flags; clang's are in CMakeLists.txt, which does the same)",
            m->gcc_flags, files, e->p));
}

sn_status sn_module_emit(sn_arena *arena, const sn_module *m, sn_source_set *out)
{
    sn_ctx *ctx = sn_arena_ctx(arena);
    SN_CHECK(
        ctx, sn_c_is_prefix(m->prefix), SN_E_ARG,
        "prefix '%s': a letter, then letters, digits and _ are expected, at most 40 characters",
        sn_escape(arena, m->prefix));
    SN_CHECK(ctx, !m->embed_weights || m->weights_bytes <= SN_MAX_EMBEDDED_BYTES, SN_E_UNSUPPORTED,
             "%zu bytes of weights are too many for a C file, at most %d can be embedded; leave "
             "them in a file of their own",
             m->weights_bytes, (int)SN_MAX_EMBEDDED_BYTES);
    emitter e = {.arena = arena, .m = m, .p = m->prefix, .upper = upper_case(arena, m->prefix)};
    e.vars.arena = e.files.arena = arena;
    name_vars(&e);
    tensor_vars(&e);
    step_vars(&e);
    batch_vars(&e);
    weights(&e);
    selftest_vars(&e);
    file(&e, path_of(&e, ".h"), filled(&e, sn_text_header));
    main_file(&e);
    if (e.weights.data) SN_PUSH(e.files, e.weights);
    if (m->test) apart(&e, path_of(&e, "_selftest.c"), filled(&e, sn_text_selftest_run));
    apart(&e, "main.c", filled(&e, sn_text_main));
    file(&e, "CMakeLists.txt", filled(&e, sn_text_cmake));
    *out = (sn_source_set){e.files.v, e.files.n};
    return SN_OK;
}
