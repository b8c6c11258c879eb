/* SPDX-License-Identifier: Apache-2.0
 *
 * One set of sizes, or several; one target, or several. Of one of each, the tables are the run
 * time's own. Else there is a table of sets with a row for each target at each of the sizes, and a
 * net knows which row it runs. Of several sizes, functions take their index. */
#include <inttypes.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"

/* clang-format off */
#define TEXTS(X) \
    X(tables_one) X(tables_sets) X(modules_one) X(modules_sets) X(modules_steps) \
    X(modules_targets) X(functions_sets) X(set_functions) X(use_set) X(main_sets) \
    X(main_selftest_sets) X(run_steps) X(run_alone) X(run_batch) \
    X(selftest_images) X(selftest_batch)
/* clang-format on */
#define X(name) extern const char sn_text_##name[];
TEXTS(X)
#undef X

#define IMAGE_FIELD                                                                                \
    "    unsigned char *images; /* `work` of what images have of their own, or for all of them "   \
    "*/\n"                                                                                         \
    "    long index;            /* of the image that a step is run for */\n"
#define CHUNK_FIELD                                                                                \
    "    long chunk; /* units that are done for all images at once */\n"                           \
    "    int images; /* that it is done for */\n"
#define LANES_FIELD "    unsigned char *lanes;   /* [n_threads - 1][lane_bytes] */\n"

/* ---- one ------------------------------------------------------------------------------------- */

/* How the images of a batch follow each other. */
static void one_batch(emitter *e, const sn_module_set *set)
{
    const bool many = set->batch > 0;
    sn_module_var(e, "lanes_bytes",
                  many ? " + (n_threads <= N_IMAGES ? (size_t)n_threads - 1 : 0) * lane_bytes"
                       : "");
    sn_module_var(e, "memory_of_net",
                  many ? "    net->scratch = at + work_bytes;\n"
                         "    net->steps.images = at;\n"
                         "    net->steps.index = 0;\n"
                         "    net->lanes = net->scratch + (size_t)n_threads * scratch_bytes;\n"
                       : "    net->scratch = at + work_bytes;\n");
    sn_module_var(
        e, "lane_bytes",
        many ? sn_arena_printf(e->arena,
                               "static const size_t lane_bytes = %" PRIu64
                               "; /* of each thread but the first: for images of its own */\n",
                               sn_module_rounded(set->memory.lane_bytes))
             : "");
    sn_module_number(e, "Ns", (uint64_t)set->batch);
    sn_module_var(e, "batch_tables",
                  sn_arena_printf(e->arena,
                                  "enum { N_IMAGES = %" PRId64 " };\n\n"
                                  "static const struct {\n"
                                  "    int first, n, by_image; /* n steps from `first` on */\n"
                                  "} stages[] = {\n%s};\n\n",
                                  set->batch, sn_module_stage_rows(e, set)));
    sn_module_var(e, "run_one", "run_steps");
    sn_module_var(e, "n_stages", "sizeof stages / sizeof *stages");
    sn_module_var(e, "N", "N_IMAGES");
    sn_module_var(e, "in_bytes",
                  set->splits ? "0" : sn_module_filled(e, "${p}_inputs[i].bytes / N_IMAGES"));
    sn_module_var(e, "out_bytes",
                  set->splits ? "0" : sn_module_filled(e, "${p}_outputs[i].bytes / N_IMAGES"));
    sn_module_var(e, "splits", set->splits ? "1" : "0");
    sn_module_number(e, "N_tested", set->splits ? 1 : (uint64_t)set->batch);
}

static void no_vars(emitter *e, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) sn_module_var(e, names[i], "");
}

/* How the run time is made where it has one row. */
static void one_row(emitter *e)
{
    const sn_module_set *set = e->m->sets;
    static const char *const nothing[] = {
        "set_field",     "before_init",    "use_set",       "of",
        "of_net",        "steps_of_net",   "stages_of_net", "of_walk",
        "steps_of_walk", "stages_of_walk", "single"};
    no_vars(e, nothing, sizeof nothing / sizeof *nothing);
    sn_module_var(e, "steps_of_set", "N_STEPS");
    sn_module_var(e, "n_steps_run", "N_STEPS");
    sn_module_var(e, "first_shared_run", "FIRST_SHARED");
    sn_module_var(e, "behind_shared_run", "BEHIND_SHARED");
    sn_module_var(e, "steps", sn_module_step_rows(e, set));
    sn_module_number(e, "n_steps", set->n_steps);
    sn_module_number(e, "first_shared", sn_module_first_shared(set));
    sn_module_number(e, "behind_shared", sn_module_behind_shared(set));
    sn_module_number(e, "work_bytes", sn_module_rounded(set->memory.work_bytes));
    sn_module_number(e, "scratch_bytes", sn_module_rounded(set->memory.scratch_bytes));
    one_batch(e, set);
    sn_module_var(e, "workspace_sum",
                  sn_module_filled(e, "    return NET_BYTES + work_bytes +\n"
                                      "           (size_t)n_threads * (WORKER_BYTES + "
                                      "scratch_bytes)${lanes_bytes};\n"));
    sn_module_var(e, "tables", sn_module_filled(e, sn_text_tables_one));
}

/* What users see of one set of sizes. */
static void one_set(emitter *e)
{
    const sn_module *m = e->m;
    const sn_module_set *set = m->sets;
    static const char *const nothing[] = {"set",           "int_set",         "usage_set",
                                          "n_sets_line",   "set_of",          "choose_set",
                                          "set_text",      "sizes_option",    "sizes_help",
                                          "set_functions", "sizes_functions", "set_variable",
                                          "sizes_branch",  "selftest_all"};
    no_vars(e, nothing, sizeof nothing / sizeof *nothing);
    sn_module_var(e, "inputs_of", sn_module_filled(e, "${p}_inputs"));
    sn_module_var(e, "outputs_of", sn_module_filled(e, "${p}_outputs"));
    sn_module_var(e, "input_bytes", sn_module_filled(e, "${p}_inputs[i].bytes"));
    sn_module_var(e, "output_bytes", sn_module_filled(e, "${p}_outputs[i].bytes"));
    sn_module_var(e, "selftest_call", "selftest");
    sn_module_var(e, "sizes_usage", sn_module_filled(e, "${target_usage}"));
    sn_module_var(e, "described",
                  sn_module_filled(
                      e,
                      "extern const struct sinter_tensor ${p}_inputs[];  /* [${P}_N_INPUTS] */\n"
                      "extern const struct sinter_tensor ${p}_outputs[]; /* [${P}_N_OUTPUTS] */\n"
                      "extern const struct sinter_module ${p}_module;\n"));
    sn_module_var(e, "inputs", sn_module_tensor_rows(e->arena, set->inputs, m->n_inputs));
    sn_module_var(e, "outputs", sn_module_tensor_rows(e->arena, set->outputs, m->n_outputs));
    sn_module_var(
        e, "tensor_tables",
        sn_module_filled(e, "const struct sinter_tensor ${p}_inputs[] = {\n${inputs}};\n"
                            "const struct sinter_tensor ${p}_outputs[] = {\n${outputs}};\n"));
    sn_module_var(e, "a_run",
                  set->batch > 0 && !set->splits
                      ? sn_arena_printf(e->arena,
                                        "%" PRId64
                                        " inferences: the first axis of inputs and outputs is "
                                        "that of the batch",
                                        set->batch)
                      : "One inference");
}

/* ---- several --------------------------------------------------------------------------------- */

/* "1 or 8": the numbers of images that runs have. */
static const char *image_counts(emitter *e)
{
    const sn_module *m = e->m;
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < m->n_sets; i++) {
        bool known = false;
        for (size_t k = 0; k < i; k++) known = known || m->sets[k].batch == m->sets[i].batch;
        if (known) continue;
        sn_str_addf(&s, "%s%" PRId64, s.n ? " or " : "", m->sets[i].batch ? m->sets[i].batch : 1);
    }
    return s.s;
}

/* "data 1,3,48,160; state 2,1,64"; of several targets "x86-64-v3, data 1,3,48,160" */
static const char *row_in_words(emitter *e, size_t row)
{
    const sn_module_set *set = &e->m->sets[row];
    sn_str s;
    sn_str_init(&s, e->arena);
    if (e->m->n_targets > 1)
        sn_str_addf(&s, "%s%s", e->m->targets[row / e->m->n_sets].name, e->m->n_inputs ? ", " : "");
    for (size_t i = 0; i < e->m->n_inputs; i++)
        sn_str_addf(&s, "%s%s %s", i ? "; " : "", set->inputs[i].name,
                    sn_module_shape(e->arena, &set->inputs[i], ","));
    return sn_c_comment(e->arena, s.s);
}

/* Bytes of one image of each. */
static const char *image_bytes_of(emitter *e, const sn_module_tensor *list, size_t n,
                                  const sn_module_set *set)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < n; i++)
        sn_str_addf(&s, "%s%" PRIu64, i ? ", " : "",
                    set->splits ? 0 : sn_module_bytes(&list[i]) / (uint64_t)set->batch);
    return n ? s.s : "0";
}

static void several_tables(emitter *e)
{
    const sn_module *m = e->m;
    const bool many = sn_module_has_batch(m);
    sn_str tables, rows;
    size_t most = 0;
    sn_str_init(&tables, e->arena);
    sn_str_init(&rows, e->arena);
    for (size_t k = 0; k < sn_module_n_rows(m); k++) {
        const sn_module_set *set = &m->sets[k];
        sn_str_addf(&tables, "\n/* %s */\nstatic const struct step steps_%zu[] = {\n%s};\n",
                    row_in_words(e, k), k, sn_module_step_rows(e, set));
        if (set->batch)
            sn_str_addf(&tables, "static const struct stage stages_%zu[] = {\n%s};\n", k,
                        sn_module_stage_rows(e, set));
        sn_str_addf(&rows, "    {steps_%zu, %zu, %zu, %zu, %" PRIu64 ", %" PRIu64, k, set->n_steps,
                    sn_module_first_shared(set), sn_module_behind_shared(set),
                    sn_module_rounded(set->memory.work_bytes),
                    sn_module_rounded(set->memory.scratch_bytes));
        if (set->batch)
            sn_str_addf(&rows, ", stages_%zu, %zu, %" PRId64 ", %d, %" PRIu64 ", {%s}, {%s}", k,
                        set->n_stages, set->batch, set->splits,
                        sn_module_rounded(set->memory.lane_bytes),
                        image_bytes_of(e, set->inputs, m->n_inputs, set),
                        image_bytes_of(e, set->outputs, m->n_outputs, set));
        else if (many)
            sn_str_add(&rows, ", NULL, 0, 1, 0, 0, {0}, {0}");
        sn_str_add(&rows, "},\n");
        if (set->n_steps > most) most = set->n_steps;
    }
    sn_str_add(&tables, "\n");
    sn_module_var(e, "set_tables", tables.s);
    sn_module_var(e, "set_rows", rows.s);
    sn_module_number(e, "n_steps", most);
    sn_module_var(e, "sets_are",
                  m->n_targets == 1 ? "What the run time knows of a set of sizes."
                                    : "What the run time knows of a set of sizes for a target; "
                                      "those of a target stand side by side.");
    sn_module_var(e, "most_of", m->n_targets == 1 ? "set" : "row");
    sn_module_var(e, "stage_type",
                  many ? "\n/* n steps from `first` on. */\n"
                         "struct stage {\n    int first, n, by_image;\n};\n"
                       : "");
    sn_module_var(e, "batch_fields",
                  !many ? ""
                        : sn_module_filled(
                              e, "    const struct stage *stages;\n"
                                 "    int n_stages, n_images; /* of a run */\n"
                                 "    int splits; /* some steps are done once for all of them */\n"
                                 "    size_t lane_bytes;  /* of each thread but the first: for "
                                 "images of its own */\n"
                                 "    /* of an image of each input and output */\n"
                                 "    size_t in_bytes[${n_inputs_or_1}], "
                                 "out_bytes[${n_outputs_or_1}];\n"));
    sn_module_var(e, "tables", sn_module_filled(e, sn_text_tables_sets));
}

static void several_memory(emitter *e)
{
    const sn_module *m = e->m;
    const bool many = sn_module_has_batch(m);
    sn_module_var(e, "n_rows",
                  m->n_targets == 1 ? sn_arena_printf(e->arena, "%s_N_SETS", e->upper)
                                    : "(int)(sizeof sets / sizeof *sets)");
    sn_module_var(e, "memory_of_net",
                  many ? "    net->steps.images = at;\n    net->steps.index = 0;\n" : "");
    sn_module_var(e, "lanes_of_set",
                  many ? "    net->lanes =\n"
                         "        net->scratch + (size_t)net->n_threads * "
                         "sets[set].scratch_bytes;\n"
                       : "");
    sn_module_var(e, "lanes_bytes",
                  many ? " +\n"
                         "            (n_threads <= sets[k].n_images ? (size_t)n_threads - 1 : 0) "
                         "* sets[k].lane_bytes"
                       : "");
    sn_module_var(
        e, "workspace_sum",
        sn_module_filled(e, "    size_t most = 0;\n"
                            "    for (int k = 0; k < ${n_rows}; k++) {\n"
                            "        const size_t bytes = sets[k].work_bytes +\n"
                            "            (size_t)n_threads * sets[k].scratch_bytes${lanes_bytes};\n"
                            "        if (bytes > most) most = bytes;\n"
                            "    }\n"
                            "    return NET_BYTES + (size_t)n_threads * WORKER_BYTES + most;\n"));
}

/* The row of a net in functions that take a set where there are several. */
static const char *row_of(emitter *e)
{
    return e->m->n_targets == 1 ? "set"
           : e->m->n_sets == 1  ? "net->set"
                                : sn_module_filled(e, "net->target * ${P}_N_SETS + set");
}

static void several_run(emitter *e)
{
    const sn_module *m = e->m;
    sn_module_var(e, "row", row_of(e));
    sn_module_var(e, "set_field",
                  m->n_targets == 1
                      ? "    int set; /* of this run */\n"
                      : "    int target;\n    int set; /* of this run: its row in `sets` */\n");
    sn_module_var(
        e, "before_init",
        sn_module_filled(e, sn_arena_printf(e->arena, "%s${choose_target}", sn_text_use_set)));
    sn_module_var(
        e, "use_set",
        sn_arena_printf(e->arena, "%s%s",
                        sn_module_has_batch(m)
                            ? "" /* run_alone knows them */
                            : sn_module_filled(e, "    const struct step *const steps = "
                                                  "sets[${row}].steps;\n"),
                        m->n_sets == 1 ? "" : sn_module_filled(e, "    use_set(net, ${row});\n")));
    sn_module_var(e, "steps_of_set", sn_module_filled(e, "sets[${row}].n_steps"));
    sn_module_var(e, "of", "of->");
    sn_module_var(e, "of_net", "\n    const struct set *const of = &sets[net->set];");
    sn_module_var(e, "of_walk", "\n    const struct set *const of = &sets[w->net->set];");
    sn_module_var(e, "steps_of_net", "\n    const struct step *const steps = of->steps;");
    sn_module_var(e, "steps_of_walk", "\n    const struct step *const steps = of->steps;");
    sn_module_var(e, "stages_of_net", "\n    const struct stage *const stages = of->stages;");
    sn_module_var(e, "stages_of_walk", "\n    const struct stage *const stages = of->stages;");
    sn_module_var(e, "n_steps_run", "of->n_steps");
    sn_module_var(e, "first_shared_run", "of->first_shared");
    sn_module_var(e, "behind_shared_run", "of->behind_shared");
    sn_module_var(e, "run_one", sn_module_has_batch(e->m) ? "run_single" : "run_steps");
    sn_module_var(e, "single",
                  "\n    if (of->n_images == 1) {\n        run_single(net, index);\n"
                  "        return;\n    }");
    sn_module_var(e, "n_stages", "(size_t)of->n_stages");
    sn_module_var(e, "N", "of->n_images");
    sn_module_var(e, "Ns", image_counts(e));
    sn_module_var(e, "batch_tables", "");
    sn_module_var(e, "N_tested", m->n_targets == 1 ? "tests[set].images" : "tests[row].images");
    sn_module_var(e, "splits", "of->splits");
    sn_module_var(e, "in_bytes", "of->in_bytes[i]");
    sn_module_var(e, "out_bytes", "of->out_bytes[i]");
}

static void several_header(emitter *e)
{
    const sn_module *m = e->m;
    sn_str sizes;
    size_t n_sizes = 0;
    sn_str_init(&sizes, e->arena);
    for (size_t i = 0; i < m->n_inputs; i++) {
        n_sizes += (size_t)m->sets->inputs[i].rank;
        sn_str_addf(&sizes, "%s%s", sizes.n && m->sets->inputs[i].rank ? ", " : "",
                    sn_module_shape(e->arena, &m->sets->inputs[i], ", "));
    }
    sn_module_number(e, "n_sizes", n_sizes);
    sn_module_var(e, "first_sizes", sizes.s);
    sn_module_var(e, "int_set", "int set, ");
    sn_module_var(e, "set", "set, ");
    sn_module_var(e, "n_sets_line",
                  sn_arena_printf(e->arena, "#define %s_N_SETS %zu\n", e->upper, m->n_sets));
    sn_module_var(e, "usage_set",
                  sn_module_filled(e, "*     int set = ${p}_set_of((const long[]){${first_sizes}}, "
                                      "${n_sizes});   or its number below\n "));
    sn_module_var(e, "inputs_of", sn_module_filled(e, "${p}_sets[set].inputs"));
    sn_module_var(e, "outputs_of", sn_module_filled(e, "${p}_sets[set].outputs"));
    sn_module_var(
        e, "described",
        sn_module_filled(
            e,
            "/* What the network is at each set of sizes that it was compiled for: `inputs` and\n"
            " * `outputs` have names, types and sizes. One of zeros stands behind the last. "
            "*/\n"
            "extern const struct sinter_module ${p}_sets[]; /* [${P}_N_SETS] */\n"));
    sn_module_var(e, "set_of",
                  sn_module_filled(
                      e, "\n/* The set, by its index in ${p}_sets, whose inputs have these sizes: "
                         "those of all inputs in their\n"
                         " * order, one behind the other. -1, which ${p}_run refuses: there is "
                         "none. */\n"
                         "int ${p}_set_of(const long *sizes, int n_sizes);\n"));
    sn_module_var(e, "a_run", sn_module_has_batch(m) ? "One run" : "One inference");
    sn_module_var(e, "set_functions", sn_module_filled(e, sn_text_functions_sets));
    sn_module_var(e, "choose_set",
                  sn_module_filled(e, "    if (set < 0 || set >= ${P}_N_SETS) return ${P}_E_SET;\n"
                                      "    use_set(net, ${row});\n"));
    sn_module_var(e, "set_text", "        \"the network was not compiled for these sizes\",\n");
}

static void several_example(emitter *e)
{
    sn_module_var(e, "input_bytes", "most_bytes(0, i)");
    sn_module_var(e, "output_bytes", "most_bytes(1, i)");
    sn_module_var(e, "selftest_call", "selftest_all");
    sn_module_var(e, "selftest_all", sn_module_filled(e, sn_text_main_selftest_sets));
    sn_module_var(e, "sizes_option", ", -s SIZES");
    sn_module_var(e, "sizes_usage", sn_module_filled(e, "${target_usage} [-s SIZES]"));
    sn_module_var(e, "sizes_help",
                  "\n *\n * -s, in front of the inputs, chooses among the sizes that the network "
                  "was compiled for: those of\n * all inputs, one behind the other, like "
                  "1,3,48,160 (default: the first set). --selftest tests\n * all sets.");
    sn_module_var(e, "sizes_functions", sn_module_filled(e, sn_text_main_sets));
    sn_module_var(e, "set_variable", ", set = 0");
    sn_module_var(
        e, "sizes_branch",
        "        } else if (strcmp(argv[i], \"-s\") == 0) {\n"
        "            if (n_files) fail(\"-s\", \"stands in front of the files that it is for\");\n"
        "            set = set_at(value);\n"
        "            i++;\n");
}

/* ---- descriptions for loaders ---------------------------------------------------------------- */

/* A struct sinter_module: a set of a target, or without one (target -1), whose steps are not
 * known. */
static const char *module_row(emitter *e, size_t set, int target)
{
    const sn_module *m = e->m;
    const size_t row = target > 0 ? (size_t)target * m->n_sets + set : set;
    const char *k = m->n_sets > 1 ? sn_arena_printf(e->arena, "_%zu", set) : "";
    const char *any = m->n_sets > 1 ? k : "_any";
    const char *tensors = m->n_sets > 1 ? "" : sn_arena_printf(e->arena, "%s_", e->p);
    const bool has_steps = target >= 0;
    return sn_arena_printf(
        e->arena,
        "{SINTER_MODULE_ABI, \"%s\", %s_N_INPUTS, %s_N_OUTPUTS, %zu,\n"
        "     %sinputs%s, %soutputs%s, %s, %s_WEIGHTS_BYTES,\n"
        "     %s_workspace_bytes, init_%s, run%s, close_any, %s_error, %s,\n"
        "     step%s, work_any, %s}",
        sn_c_string(e->arena, m->model), e->upper, e->upper,
        has_steps ? m->sets[row].n_steps : (size_t)0, tensors, k, tensors, k,
        has_steps ? sn_arena_printf(e->arena, "step_list_%zu", row) : "NULL", e->upper, e->p,
        has_steps && m->n_targets > 1 ? sn_arena_printf(e->arena, "%d", target) : "any", any, e->p,
        has_steps ? "SECONDS" : "NULL", any, has_steps ? "TRACE" : "NULL");
}

static void several_tensors(emitter *e)
{
    const sn_module *m = e->m;
    sn_str tensors, functions;
    sn_str_init(&tensors, e->arena);
    sn_str_init(&functions, e->arena);
    for (size_t k = 0; k < m->n_sets; k++) {
        const sn_module_set *set = &m->sets[k];
        sn_str_addf(&tensors,
                    "static const struct sinter_tensor inputs_%zu[] = {\n%s};\n"
                    "static const struct sinter_tensor outputs_%zu[] = {\n%s};\n",
                    k, sn_module_tensor_rows(e->arena, set->inputs, m->n_inputs), k,
                    sn_module_tensor_rows(e->arena, set->outputs, m->n_outputs));
        sn_str_addf(&functions, "SET(%zu)\n", k);
    }
    sn_module_var(e, "tensor_tables", tensors.s);
    sn_module_var(e, "set_functions_each", functions.s);
}

static const char *rows_of_target(emitter *e, int target)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t k = 0; k < e->m->n_sets; k++)
        sn_str_addf(&s, "    %s,\n", module_row(e, k, target));
    return s.s;
}

static void several_modules(emitter *e)
{
    const sn_module *m = e->m;
    sn_str lists, rows, targets;
    sn_str_init(&lists, e->arena);
    sn_str_init(&rows, e->arena);
    sn_str_init(&targets, e->arena);
    for (size_t k = 0; k < sn_module_n_rows(m); k++)
        sn_str_addf(&lists, "static const struct sinter_step step_list_%zu[] = {\n%s};\n\n", k,
                    sn_module_step_list(e, &m->sets[k]));
    for (size_t t = 0; t < m->n_targets; t++) {
        sn_str_add(&rows, rows_of_target(e, (int)t));
        sn_str_addf(&targets, "TARGET(%zu)\n", t);
    }
    sn_module_var(e, "step_lists", lists.s);
    sn_module_var(e, "target_functions_each", targets.s);
    sn_module_var(e, "target_rows", rows.s);
    sn_module_var(e, "set_modules", m->n_targets > 1 ? rows_of_target(e, -1) : rows.s);
    const char *sets = m->n_sets > 1 ? sn_module_filled(e, sn_text_set_functions) : "";
    const char *of_targets = m->n_targets > 1 ? sn_module_filled(e, sn_text_modules_targets) : "";
    const char *list =
        m->n_sets > 1
            ? sn_module_filled(e, sn_text_modules_sets)
            : sn_arena_printf(e->arena, "const struct sinter_module %s_module =\n    %s;\n", e->p,
                              module_row(e, 0, -1));
    sn_module_var(e, "modules",
                  sn_arena_printf(e->arena, "%s%s%s%s", sets,
                                  sn_module_filled(e, sn_text_modules_steps), of_targets, list));
}

/* ---- all ------------------------------------------------------------------------------------- */

static const char *module_of(emitter *e)
{
    const sn_module *m = e->m;
    return sn_module_filled(
        e, m->n_targets > 1 ? m->n_sets > 1
                                  ? "${p}_target_modules[${p}_target(net) * ${P}_N_SETS + set]"
                                  : "${p}_target_modules[${p}_target(net)]"
           : m->n_sets > 1  ? "${p}_sets[set]"
                            : "${p}_module");
}

/* The last of the error codes. */
static const char *last_errors(emitter *e)
{
    const bool sets = e->m->n_sets > 1, targets = e->m->n_targets > 1;
    sn_str s;
    sn_str_init(&s, e->arena);
    sn_str_addf(&s, "%s/* threads could not be started, or were left out when this was built */",
                sets || targets ? ",   " : "    ");
    if (sets)
        sn_str_addf(&s, "\n    %s_E_SET%s/* there is no set of sizes with this index */", e->upper,
                    targets ? ",       " : "        ");
    if (targets)
        sn_str_addf(&s, "\n    %s_E_TARGET     /* the processor lacks the instructions */",
                    e->upper);
    return s.s;
}

void sn_module_sets(emitter *e)
{
    const bool many = sn_module_has_batch(e->m), one = sn_module_n_rows(e->m) == 1;
    sn_module_var(e, "image_field", many ? IMAGE_FIELD : "");
    sn_module_var(e, "chunk_field", many ? CHUNK_FIELD : "");
    sn_module_var(e, "lanes_field", many ? LANES_FIELD : "");
    sn_module_var(e, "module_of", module_of(e));
    sn_module_var(e, "set_error", last_errors(e));
    if (one) {
        one_row(e);
    } else {
        several_tables(e);
        several_memory(e);
        several_run(e);
    }
    if (e->m->n_sets == 1) {
        one_set(e);
    } else {
        several_header(e);
        several_example(e);
        several_tensors(e);
    }
    if (one) {
        sn_module_var(e, "step_list", sn_module_step_list(e, e->m->sets));
        sn_module_var(e, "modules", sn_module_filled(e, sn_text_modules_one));
    } else {
        several_modules(e);
    }
    const bool own = e->m->sets->scratch != NULL;
    sn_module_var(e, "scratch_of_step",
                  own ? "(net->steps.work + steps[i].scratch)" : "net->scratch");
    const char *alone =
        own ? "    steps[index].run(&net->steps, 0, steps[index].units,\n"
              "                     (float *)(void *)(net->steps.work + steps[index].scratch));\n"
            : "    steps[index].run(&net->steps, 0, steps[index].units, (float *)(void "
              "*)net->scratch);\n";
    sn_module_var(e, "run_one_step", !many ? alone : "    run_alone(net, index);\n");
    const char *steps =
        sn_module_filled(e, e->m->no_threads ? sn_text_run_alone : sn_text_run_steps);
    const char *batch = many ? sn_module_filled(e, sn_text_run_batch) : "";
    sn_module_var(e, "run_steps",
                  !many ? steps
                  : one ? batch
                        : sn_arena_printf(e->arena, "%s\n%s", steps, batch));
    sn_module_var(e, "selftest_images", many ? sn_module_filled(e, sn_text_selftest_images) : "");
    sn_module_var(e, "selftest_batch", many ? sn_module_filled(e, sn_text_selftest_batch) : "");
}
