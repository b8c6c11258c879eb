/* SPDX-License-Identifier: Apache-2.0
 *
 * Several targets in one folder: the steps of each are files of their own with flags of their own,
 * init chooses. What is compiled for all of them knows no instructions beyond those of the least
 * processor of the architecture. */
#include "codegen/emitter.h"

/* clang-format off */
#define TEXTS(X) \
    X(header_targets) X(choose_target) X(init_targets) X(main_targets) X(main_selftest_targets) \
    X(cmake_target) X(processor)
/* clang-format on */
#define X(name) extern const char sn_text_##name[];
TEXTS(X)
#undef X

const char *sn_module_target_id(sn_arena *arena, const sn_module_target *t)
{
    char *id = sn_arena_strdup(arena, t->name);
    for (char *c = id; *c; c++) {
        if (*c == '-') *c = '_';
    }
    return id;
}

/* " face_x86_64_v3_0.c face_x86_64_v3_1.c", or of objects. */
static const char *files_of(emitter *e, const sn_module_target *t, const char *ending)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < t->n_parts; i++)
        sn_str_addf(&s, " %s_%s_%zu.%s", e->p, sn_module_target_id(e->arena, t), i, ending);
    return s.s;
}

/* How it is built without cmake. */
static const char *build_lines(emitter *e)
{
    const sn_module *m = e->m;
    sn_str s, objects;
    if (m->is_wasm) return sn_module_wasm_build(e);
    sn_str_init(&s, e->arena);
    sn_str_init(&objects, e->arena);
    for (size_t i = 0; m->n_targets > 1 && i < m->n_targets; i++) {
        const sn_module_target *t = &m->targets[i];
        sn_str_addf(&s, "cc -std=c11 %s -c%s\n *        ", t->gcc_flags, files_of(e, t, "c"));
        sn_str_add(&objects, files_of(e, t, "o"));
    }
    sn_module_var(e, "cc", m->compiler ? m->compiler : "cc");
    sn_str_add(&s, sn_module_filled(e, "${cc} -std=c11 ${gcc_flags} "));
    if (m->single_file || (m->compiler && m->no_threads)) {
        sn_str_add(&s, sn_module_filled(e, "-c ${c_files}"));
        return s.s;
    }
    sn_str_addf(&s,
                "%s%s main.c %s -o %s_example\n"
                " * (these are gcc's flags; clang's are in CMakeLists.txt, which does the same)",
                sn_module_filled(e, "${c_files}"), objects.s, sn_module_filled(e, "${link}"), e->p);
    return s.s;
}

static void one_target(emitter *e)
{
    static const char *const nothing[] = {
        "n_targets_line", "of_targets",     "choose_target",   "init_target",   "int_target",
        "check_target",   "set_target",     "init_functions",  "target_text",   "target",
        "init_any",       "target_usage",   "target_help",     "target_option", "target_functions",
        "target_branch",  "target_objects", "target_libraries"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) sn_module_var(e, nothing[i], "");
    sn_module_var(e, "target_variable", "");
    sn_module_var(e, "on", "any");
}

static void target_lists(emitter *e)
{
    const sn_module *m = e->m;
    sn_str names, levels, libraries, objects;
    sn_str_init(&names, e->arena);
    sn_str_init(&levels, e->arena);
    sn_str_init(&libraries, e->arena);
    sn_str_init(&objects, e->arena);
    for (size_t i = 0; i < m->n_targets; i++) {
        const sn_module_target *t = &m->targets[i];
        const char *id = sn_module_target_id(e->arena, t);
        const size_t n = e->vars.n;
        sn_str_addf(&names, "%s\"%s\"", i ? ", " : "", t->name);
        sn_str_addf(&levels, "%s%d", i ? ", " : "", t->level);
        sn_str_addf(&objects, " $<TARGET_OBJECTS:%s_%s>", e->p, id);
        sn_module_var(e, "target_name", t->name);
        sn_module_var(e, "target_id", id);
        sn_module_var(e, "target_files", files_of(e, t, "c") + 1);
        sn_module_var(e, "target_gcc_flags", t->gcc_flags);
        sn_module_var(e, "target_clang_flags", t->clang_flags);
        sn_str_add(&libraries, sn_module_filled(e, sn_text_cmake_target));
        e->vars.n = n;
    }
    sn_module_var(e, "target_names", names.s);
    sn_module_var(e, "target_levels", levels.s);
    sn_module_var(e, "target_libraries", libraries.s);
    sn_module_var(e, "target_objects", objects.s);
}

static void targets_in_header(emitter *e)
{
    const sn_module *m = e->m;
    sn_module_var(e, "n_targets_line",
                  sn_arena_printf(e->arena, "#define %s_N_TARGETS %zu\n", e->upper, m->n_targets));
    sn_module_var(e, "target_order",
                  m->n_sets == 1
                      ? sn_module_filled(e, " * ${p}_module, which is for all of them, has none.")
                      : sn_module_filled(e, " * Set s of target t is at t * ${P}_N_SETS + s. "
                                            "${p}_sets, which are for all of them, have none."));
    sn_module_var(e, "of_targets", sn_module_filled(e, sn_text_header_targets));
}

static void targets_in_run_time(emitter *e)
{
    const sn_module *m = e->m;
    sn_module_var(e, "processor", sn_text_processor);
    sn_module_var(e, "choose_target", sn_module_filled(e, sn_text_choose_target));
    sn_module_var(e, "init_target", "_target");
    sn_module_var(e, "int_target", "int target, ");
    sn_module_var(e, "target", "target, ");
    sn_module_var(e, "on", "on");
    sn_module_var(e, "check_target",
                  sn_module_filled(e, "    if (target == -1) target = best_target();\n"
                                      "    if (target < 0 || target >= ${P}_N_TARGETS ||\n"
                                      "        target_levels[target] > processor_level()) return "
                                      "${P}_E_TARGET;\n"));
    sn_module_var(e, "set_target",
                  m->n_sets == 1 ? "    net->target = target;\n    use_set(net, target);\n"
                                 : "    net->target = target;\n");
    sn_module_var(e, "init_functions", sn_module_filled(e, sn_text_init_targets));
    sn_module_var(
        e, "target_text",
        "        \"this processor lacks the instructions that the network was compiled for\",\n");
    sn_module_var(
        e, "init_any",
        "\nstatic int init_any(void **net, void *workspace, size_t bytes, int n_threads,\n"
        "                    const void *weights, size_t weights_bytes)\n{\n"
        "    return init_on(net, -1, workspace, bytes, n_threads, weights, weights_bytes);\n}\n");
}

static void targets_in_example(emitter *e)
{
    sn_module_var(e, "target_usage", " [--target NAME]");
    sn_module_var(e, "target_option", ", --target NAME");
    sn_module_var(e, "target_help",
                  "\n *\n * --target says which of its instruction sets is taken (default: the "
                  "best that this processor has).\n * Without it --selftest tests all that the "
                  "processor has.");
    sn_module_var(e, "target_variable", "    int target = -1;\n");
    sn_module_var(e, "target_branch",
                  "        } else if (strcmp(argv[i], \"--target\") == 0) {\n"
                  "            target = target_at(value);\n"
                  "            i++;\n");
    sn_module_var(e, "target_functions", sn_module_filled(e, sn_text_main_targets));
}

void sn_module_target_tests(emitter *e)
{
    const bool several = e->m->n_targets > 1;
    sn_module_var(e, "before_tests", e->m->n_sets > 1 ? "\\n" : " ");
    sn_module_var(e, "selftest_targets",
                  several ? sn_module_filled(e, sn_text_main_selftest_targets) : "");
    sn_module_var(
        e, "selftest_line",
        several ? "        status = selftest_targets(&net, target, workspace, bytes, n_threads, "
                  "weights,\n                                  weights_bytes, in, out);\n"
                : sn_module_filled(e, "        status = ${selftest_call}(net, in, out);\n"));
}

void sn_module_targets(emitter *e)
{
    sn_module_var(e, "build_line", build_lines(e));
    if (e->m->n_targets == 1) {
        one_target(e);
        return;
    }
    target_lists(e);
    targets_in_header(e);
    targets_in_run_time(e);
    targets_in_example(e);
}
