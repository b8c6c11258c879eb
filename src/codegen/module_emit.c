/* SPDX-License-Identifier: Apache-2.0
 *
 * Fills in the texts of the run time. All that comes from a model passes through escape.h;
 * everything else is ours. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "codegen/c_items.h"
#include "codegen/emitter.h"
#include "codegen/escape.h"
#include "codegen/stack.h"

/* clang-format off */
#define TEXTS(X) \
    X(selftest_run) X(guard) X(header) X(types) X(runtime) X(cmake) X(main) X(module) \
    X(example_number)
/* clang-format on */
#define X(name) extern const char sn_text_##name[];
TEXTS(X)
#undef X

void sn_module_var(emitter *e, const char *name, const char *text)
{
    SN_PUSH(e->vars, name);
    SN_PUSH(e->vars, text);
}

void sn_module_number(emitter *e, const char *name, uint64_t value)
{
    sn_module_var(e, name, sn_arena_printf(e->arena, "%" PRIu64, value));
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

const char *sn_module_filled(emitter *e, const char *text)
{
    size_t n = e->vars.n;
    SN_PUSH(e->vars, NULL);
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_fill_text(&s, text, e->vars.v);
    e->vars.n = n;
    return s.s;
}

void sn_module_file(emitter *e, const char *path, const char *text, bool apart)
{
    SN_PUSH(e->files,
            (sn_source){.path = path, .data = text, .bytes = strlen(text), .apart = apart});
}

static void file(emitter *e, const char *path, const char *text)
{
    sn_module_file(e, path, text, false);
}

static void apart(emitter *e, const char *path, const char *text)
{
    sn_module_file(e, path, text, true);
}

const char *sn_module_path(emitter *e, const char *ending)
{
    return sn_arena_printf(e->arena, "%s%s", e->p, ending);
}

uint64_t sn_module_rounded(uint64_t bytes)
{
    return (bytes + SN_WEIGHTS_ALIGNMENT - 1) / SN_WEIGHTS_ALIGNMENT * SN_WEIGHTS_ALIGNMENT;
}

uint64_t sn_workspace_bytes(const sn_memory_need *m, int n_threads)
{
    const uint64_t lanes = m->images >= n_threads ? (uint64_t)n_threads - 1 : 0;
    return sn_module_net_bytes(m->alone) + sn_module_rounded(m->work_bytes) +
           (uint64_t)n_threads *
               (sn_module_worker_bytes(m->alone) + sn_module_rounded(m->scratch_bytes)) +
           lanes * sn_module_rounded(m->lane_bytes);
}

/* ---- code ------------------------------------------------------------------------------------ */

/* What every part begins with: types, and how steps are declared. */
static const char *common(emitter *e, bool several)
{
    return sn_arena_printf(
        e->arena, "#include <stddef.h>\n\n%s\n#define STEP ALONE%s\n\n",
        sn_module_filled(e, sn_text_types),
        several ? " /* seen by the table of steps, which is in a file of its own */" : " static");
}

static const char *prototypes(emitter *e)
{
    const sn_module *m = e->m;
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_map *seen = sn_map_create(e->arena);
    for (size_t k = 0; k < sn_module_n_rows(m); k++) {
        for (size_t i = 0; i < m->sets[k].n_steps; i++) {
            const char *function = m->sets[k].steps[i].function;
            if (sn_map_has(seen, function)) continue;
            sn_map_put(seen, function, NULL);
            sn_str_addf(&s,
                        "void %s(const struct net *n, long first, long last, float *scratch);\n",
                        function);
        }
    }
    return s.s;
}

/* A header that is included once; name: "STEPS". */
static void header(emitter *e, const char *ending, const char *name, const char *what,
                   const char *text)
{
    file(e, sn_module_path(e, ending),
         sn_arena_printf(
             e->arena, "/* %s of %s share. */\n#ifndef %s_%s_H\n#define %s_%s_H\n\n%s\n#endif\n",
             what, sn_c_comment(e->arena, e->m->model), e->upper, name, e->upper, name, text));
}

/* PREFIX_0.c and so on; infix: "_x86_64_v3" or "". */
static void part_files(emitter *e, const sn_module_target *t, const char *infix, const char *of)
{
    for (size_t i = 0; i < t->n_parts; i++) {
        file(e, sn_arena_printf(e->arena, "%s%s_%zu.c", e->p, infix, i),
             sn_arena_printf(e->arena,
                             "/* %s: part %zu of %zu of the steps%s. */\n#include \"%s%s.h\"\n\n%s",
                             sn_c_comment(e->arena, e->m->model), i + 1, t->n_parts, of, e->p,
                             *infix ? infix : "_steps", t->parts[i]));
    }
}

static void separate_parts(emitter *e)
{
    const sn_module_target *t = e->m->targets;
    header(e, "_steps.h", "STEPS", "What the parts",
           sn_arena_printf(e->arena, "%s\n%s%s\n%s", sn_text_guard, common(e, true), t->support,
                           prototypes(e)));
    part_files(e, t, "", "");
}

/* What all targets share knows nothing of vectors: it is compiled for the least of processors. */
static void parts_of_targets(emitter *e)
{
    const sn_module *m = e->m;
    header(e, "_steps.h", "STEPS", "What the steps",
           sn_arena_printf(e->arena, "%s\n%s%s", sn_text_guard, common(e, true), prototypes(e)));
    for (size_t i = 0; i < m->n_targets; i++) {
        const sn_module_target *t = &m->targets[i];
        const char *infix = sn_arena_printf(e->arena, "_%s", sn_module_target_id(e->arena, t));
        const size_t n = e->files.n;
        header(e, sn_arena_printf(e->arena, "%s.h", infix), sn_module_upper(e->arena, infix + 1),
               sn_arena_printf(e->arena, "What the steps for %s", t->name),
               sn_arena_printf(e->arena, "#include \"%s_steps.h\"\n\n%s", e->p, t->support));
        part_files(e, t, infix, sn_arena_printf(e->arena, " for %s", t->name));
        for (size_t k = n; k < e->files.n; k++) {
            e->files.v[k].gcc_flags = t->gcc_flags;
            e->files.v[k].clang_flags = t->clang_flags;
        }
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
    if (m->n_targets == 1 && m->targets->n_parts == 1) {
        sn_str_addf(&c, "%s%s\n%s\n", common(e, false), m->targets->support, m->targets->parts[0]);
    } else {
        sn_str_addf(&c, "#include \"%s_steps.h\"\n\n", e->p);
        if (m->n_targets == 1)
            separate_parts(e);
        else
            parts_of_targets(e);
    }
    sn_str_add(&c, sn_module_filled(e, sn_text_runtime));
    if (m->single_file && m->sets->test)
        sn_str_addf(&c, "\n/* ---- self-test ---- */\n\n%s",
                    sn_module_filled(e, sn_text_selftest_run));
    file(e, sn_module_path(e, ".c"), c.s);
}

/* ---- all ------------------------------------------------------------------------------------- */

const char *sn_module_upper(sn_arena *arena, const char *s)
{
    char *out = sn_arena_strdup(arena, s);
    for (char *c = out; *c; c++) {
        if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
    }
    return out;
}

/* But for those of the steps of several targets. */
const char *sn_module_c_files(const emitter *e)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_str_addf(&s, "%s.c", e->p);
    const size_t n = e->m->n_targets > 1 ? 0 : e->m->targets->n_parts;
    for (size_t i = 0; n > 1 && i < n; i++) sn_str_addf(&s, " %s_%zu.c", e->p, i);
    if (e->m->single_file) return s.s;
    if (e->m->embed_weights && e->m->weights_bytes) sn_str_addf(&s, " %s_weights.c", e->p);
    return s.s;
}

/* Of one thread, where it is largest. */
static uint64_t workspace_of(const sn_module *m)
{
    uint64_t most = 0;
    for (size_t k = 0; k < sn_module_n_rows(m); k++) {
        const uint64_t bytes = sn_workspace_bytes(&m->sets[k].memory, 1);
        if (bytes > most) most = bytes;
    }
    return most;
}

/* What the steps call of libm, each name once, in the order of the list; a compiler has an
 * instruction for some of them. */
static const char *libm_of(emitter *e)
{
    static const char *const known[] = {
        "sqrtf",  "floorf",     "ceilf", "truncf", "nearbyintf", "expf",   "logf",   "powf",
        "fmodf",  "sinf",       "cosf",  "tanf",   "asinf",      "acosf",  "atanf",  "atan2f",
        "sinhf",  "coshf",      "tanhf", "asinhf", "acoshf",     "atanhf", "expm1f", "log1pf",
        "log10f", "remainderf", "erff",  "sqrt",   "floor",      "ceil",   "trunc",  "nearbyint",
        "exp",    "log",        "pow",   "fmod",   "sin",        "cos",    "tan",    "asin",
        "acos",   "atan",       "atan2", "sinh",   "cosh",       "tanh",   "asinh",  "acosh",
        "atanh",  "expm1",      "log1p", "log10",  "remainder",  "erf",    "fmin",   "fmax"};
    bool called[sizeof known / sizeof *known] = {false};
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t t = 0; t < e->m->n_targets; t++) {
        const sn_module_target *target = &e->m->targets[t];
        for (size_t i = 0; i <= target->n_parts; i++) {
            const char *text = i ? target->parts[i - 1] : target->support;
            sn_text rest = {text, strlen(text)}, word;
            while (sn_c_word(&rest, &word)) {
                const size_t skipped = sn_text_begins(word, "__builtin_") ? 10 : 0;
                const sn_text name = {word.s + skipped, word.n - skipped};
                for (size_t k = 0; k < sizeof known / sizeof *known && word.s[word.n] == '('; k++)
                    called[k] = called[k] || sn_text_is(name, known[k]);
            }
        }
    }
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (called[k]) sn_str_addf(&s, "%s%s", s.n ? ", " : "", known[k]);
    return s.s;
}

/* "libc, libm (sqrtf) and, for several threads, pthread" */
static const char *libraries(emitter *e)
{
    const char *libm = libm_of(e),
               *more = e->m->no_threads ? "" : " and, for several threads, pthread";
    const char *libc = e->m->no_threads ? "memcpy and memset of libc" : "libc";
    return *libm ? sn_arena_printf(e->arena, "%s,\n * libm (%s)%s", libc, libm, more)
                 : sn_arena_printf(e->arena, "%s%s", libc, more);
}

static uint64_t stack_bytes(const emitter *e)
{
    const sn_module *m = e->m;
    uint64_t most = 0;
    for (size_t t = 0; t < m->n_targets; t++) {
        const uint64_t bytes = sn_stack_bytes(e->arena, &m->targets[t], m->lanes);
        if (bytes > most) most = bytes;
    }
    return most;
}

static const char *stack_line(const emitter *e)
{
    return sn_arena_printf(e->arena,
                           "/* Of the stack below the caller of %s_run, at most, as gcc and clang "
                           "optimize it: on the deepest chain\n * of calls each function's arrays, "
                           "its other variables, and registers that it saves. */\n"
                           "#define %s_STACK_BYTES %" PRIu64 "\n",
                           e->p, e->upper, e->stack_bytes);
}

static void name_vars(emitter *e)
{
    const sn_module *m = e->m;
    const char *files = sn_module_c_files(e);
    if (m->sets->test && !m->single_file)
        files = sn_arena_printf(e->arena, "%s %s_selftest.c", files, e->p);
    sn_module_var(e, "p", e->p);
    sn_module_var(e, "P", e->upper);
    sn_module_var(e, "d", "$");
    sn_module_var(e, "model", sn_c_comment(e->arena, m->model));
    sn_module_var(e, "model_string", sn_c_string(e->arena, m->model));
    sn_module_var(e, "version", SINTER_VERSION);
    sn_module_var(e, "module", sn_text_module);
    sn_module_var(e, "gcc_flags", m->gcc_flags);
    sn_module_var(e, "clang_flags", m->clang_flags);
    sn_module_var(e, "c_files", files);
    sn_module_weights_words(e);
    sn_module_number(e, "workspace_bytes", workspace_of(m));
    sn_module_var(e, "libraries", libraries(e));
    sn_module_var(e, "memory_map", m->map ? m->map : "");
    sn_module_var(e, "stack_line", !m->no_threads ? "" : stack_line(e));
    sn_module_var(e, "weights_name",
                  m->weights_bytes && !m->embed_weights ? sn_module_path(e, ".weights") : "");
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
    emitter e = {
        .arena = arena, .m = m, .p = m->prefix, .upper = sn_module_upper(arena, m->prefix)};
    e.vars.arena = e.files.arena = arena;
    if (m->no_threads || m->is_wasm) e.stack_bytes = stack_bytes(&e);
    name_vars(&e);
    sn_module_tables(&e);
    sn_module_threads(&e);
    sn_module_targets(&e);
    sn_module_sets(&e);
    sn_module_target_tests(&e);
    sn_module_weights(&e);
    sn_module_selftest(&e);
    file(&e, sn_module_path(&e, ".h"), sn_module_filled(&e, sn_text_header));
    main_file(&e);
    if (e.weights.data) SN_PUSH(e.files, e.weights);
    *out = (sn_source_set){e.files.v, e.files.n};
    if (m->single_file) return SN_OK;
    if (m->sets->test)
        apart(&e, sn_module_path(&e, "_selftest.c"), sn_module_filled(&e, sn_text_selftest_run));
    if (m->is_wasm) {
        SN_TRY(sn_module_wasm(&e));
    } else {
        sn_module_var(&e, "number_of", sn_text_example_number);
        apart(&e, "main.c", sn_module_filled(&e, sn_text_main));
        file(&e, "CMakeLists.txt", sn_module_filled(&e, sn_text_cmake));
    }
    *out = (sn_source_set){e.files.v, e.files.n};
    return SN_OK;
}
