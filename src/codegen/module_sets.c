/* SPDX-License-Identifier: Apache-2.0
 *
 * One set of sizes, or several. Of one, the tables are the run time's own; of several, there is a
 * table of sets, a net knows which one it runs, and functions take its index. */
#include <inttypes.h>

#include "codegen/emitter.h"
#include "codegen/escape.h"

/* clang-format off */
#define TEXTS(X) \
    X(tables_one) X(tables_sets) X(modules_one) X(modules_sets) X(functions_sets) X(main_sets) \
    X(main_selftest_sets) X(run_steps) X(run_batch) X(selftest_images) X(selftest_batch)
/* clang-format on */
#define X(name) extern const char sn_text_##name[];
TEXTS(X)
#undef X

#define IMAGE_FIELD                                                                                \
    "    unsigned char *image; /* `work` of the images that have a part of their own */\n"
#define CHUNK_FIELD "    long chunk; /* units that are done for all images at once */\n"
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
                         "    net->steps.image = at;\n"
                         "    net->lanes = net->scratch + (size_t)n_threads * scratch_bytes;\n"
                       : "    net->scratch = at + work_bytes;\n");
    sn_module_var(
        e, "image_bytes",
        many ? sn_arena_printf(e->arena,
                               "static const size_t image_bytes = %" PRIu64
                               "; /* of the workspace: from an image to the next */\n"
                               "static const size_t lane_bytes = %" PRIu64
                               "; /* of each thread but the first: for images of its own */\n",
                               set->image_bytes, sn_module_rounded(set->memory.lane_bytes))
             : "");
    sn_module_number(e, "Ns", (uint64_t)set->batch);
    sn_module_var(e, "batch_tables",
                  sn_arena_printf(e->arena,
                                  "enum { N_IMAGES = %" PRId64 " };\n\n"
                                  "static const struct {\n"
                                  "    int first, n, by_image; /* n steps from `first` on */\n"
                                  "} stages[] = {\n%s};\n\n",
                                  set->batch, sn_module_stage_rows(e, set)));
    sn_module_var(e, "a_run",
                  many ? sn_arena_printf(e->arena,
                                         "%" PRId64
                                         " inferences: the first axis of inputs and outputs is "
                                         "that of the batch",
                                         set->batch)
                       : "One inference");
    sn_module_var(e, "run_one", "run_steps");
    sn_module_var(e, "n_stages", "sizeof stages / sizeof *stages");
    sn_module_var(e, "N", "N_IMAGES");
    sn_module_var(e, "in_bytes", sn_module_filled(e, "${p}_inputs[i].bytes / N_IMAGES"));
    sn_module_var(e, "out_bytes", sn_module_filled(e, "${p}_outputs[i].bytes / N_IMAGES"));
    sn_module_number(e, "N_tested", (uint64_t)set->batch);
}

static void one_set(emitter *e)
{
    const sn_module *m = e->m;
    const sn_module_set *set = m->sets;
    static const char *const nothing[] = {"set",
                                          "int_set",
                                          "usage_set",
                                          "n_sets_line",
                                          "set_of",
                                          "set_field",
                                          "set_functions",
                                          "choose_set",
                                          "set_text",
                                          "use_set",
                                          "of",
                                          "of_net",
                                          "steps_of_net",
                                          "stages_of_net",
                                          "of_walk",
                                          "steps_of_walk",
                                          "stages_of_walk",
                                          "sizes_option",
                                          "sizes_usage",
                                          "sizes_help",
                                          "sizes_functions",
                                          "set_variable",
                                          "single",
                                          "sizes_branch",
                                          "selftest_all"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) sn_module_var(e, nothing[i], "");
    sn_module_var(e, "inputs_of", sn_module_filled(e, "${p}_inputs"));
    sn_module_var(e, "outputs_of", sn_module_filled(e, "${p}_outputs"));
    sn_module_var(e, "input_bytes", sn_module_filled(e, "${p}_inputs[i].bytes"));
    sn_module_var(e, "output_bytes", sn_module_filled(e, "${p}_outputs[i].bytes"));
    sn_module_var(e, "module_of", sn_module_filled(e, "${p}_module"));
    sn_module_var(e, "selftest_call", "selftest");
    sn_module_var(e, "steps_of_set", "N_STEPS");
    sn_module_var(e, "n_steps_run", "N_STEPS");
    sn_module_var(e, "set_error",
                  "    /* threads could not be started, or were left out when this was built */");
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
    sn_module_var(e, "steps", sn_module_step_rows(e, set));
    sn_module_var(e, "step_list", sn_module_step_list(e, set));
    sn_module_number(e, "n_steps", set->n_steps);
    sn_module_number(e, "work_bytes", sn_module_rounded(set->memory.work_bytes));
    sn_module_number(e, "scratch_bytes", sn_module_rounded(set->memory.scratch_bytes));
    one_batch(e, set);
    sn_module_var(e, "workspace_sum",
                  sn_module_filled(e, "    return NET_BYTES + work_bytes +\n"
                                      "           (size_t)n_threads * (WORKER_BYTES + "
                                      "scratch_bytes)${lanes_bytes};\n"));
    sn_module_var(e, "tables", sn_module_filled(e, sn_text_tables_one));
    sn_module_var(e, "modules", sn_module_filled(e, sn_text_modules_one));
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

/* "data 1,3,48,160; state 2,1,64" */
static const char *sizes_in_words(emitter *e, const sn_module_set *set)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < e->m->n_inputs; i++)
        sn_str_addf(&s, "%s%s %s", i ? "; " : "", set->inputs[i].name,
                    sn_module_shape(e->arena, &set->inputs[i], ","));
    return sn_c_comment(e->arena, s.s);
}

/* Bytes of one image of each. */
static const char *image_bytes_of(emitter *e, const sn_module_tensor *list, size_t n,
                                  int64_t images)
{
    sn_str s;
    sn_str_init(&s, e->arena);
    for (size_t i = 0; i < n; i++)
        sn_str_addf(&s, "%s%" PRIu64, i ? ", " : "", sn_module_bytes(&list[i]) / (uint64_t)images);
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
    for (size_t k = 0; k < m->n_sets; k++) {
        const sn_module_set *set = &m->sets[k];
        sn_str_addf(&tables, "\n/* %s */\nstatic const struct step steps_%zu[] = {\n%s};\n",
                    sizes_in_words(e, set), k, sn_module_step_rows(e, set));
        if (set->batch)
            sn_str_addf(&tables, "static const struct stage stages_%zu[] = {\n%s};\n", k,
                        sn_module_stage_rows(e, set));
        sn_str_addf(&rows, "    {steps_%zu, %zu, %" PRIu64 ", %" PRIu64, k, set->n_steps,
                    sn_module_rounded(set->memory.work_bytes),
                    sn_module_rounded(set->memory.scratch_bytes));
        if (set->batch)
            sn_str_addf(&rows,
                        ", stages_%zu, %zu, %" PRId64 ", %" PRIu64 ", %" PRIu64 ", {%s}, {%s}", k,
                        set->n_stages, set->batch, set->image_bytes,
                        sn_module_rounded(set->memory.lane_bytes),
                        image_bytes_of(e, set->inputs, m->n_inputs, set->batch),
                        image_bytes_of(e, set->outputs, m->n_outputs, set->batch));
        else if (many)
            sn_str_add(&rows, ", NULL, 0, 1, 0, 0, {0}, {0}");
        sn_str_add(&rows, "},\n");
        if (set->n_steps > most) most = set->n_steps;
    }
    sn_str_add(&tables, "\n");
    sn_module_var(e, "set_tables", tables.s);
    sn_module_var(e, "set_rows", rows.s);
    sn_module_number(e, "n_steps", most);
    sn_module_var(e, "stage_type",
                  many ? "\n/* n steps from `first` on. */\n"
                         "struct stage {\n    int first, n, by_image;\n};\n"
                       : "");
    sn_module_var(
        e, "batch_fields",
        !many ? ""
              : sn_module_filled(e, "    const struct stage *stages;\n"
                                    "    int n_stages, n_images; /* of a run */\n"
                                    "    size_t image_bytes; /* of the workspace: from an image to "
                                    "the next */\n"
                                    "    size_t lane_bytes;  /* of each thread but the first: for "
                                    "images of its own */\n"
                                    "    /* of an image of each input and output */\n"
                                    "    size_t in_bytes[${n_inputs_or_1}], "
                                    "out_bytes[${n_outputs_or_1}];\n"));
    sn_module_var(e, "tables", sn_module_filled(e, sn_text_tables_sets));
}

static void several_modules(emitter *e)
{
    const sn_module *m = e->m;
    sn_str tensors, lists, functions, modules;
    sn_str_init(&tensors, e->arena);
    sn_str_init(&lists, e->arena);
    sn_str_init(&functions, e->arena);
    sn_str_init(&modules, e->arena);
    for (size_t k = 0; k < m->n_sets; k++) {
        const sn_module_set *set = &m->sets[k];
        sn_str_addf(&tensors,
                    "static const struct sinter_tensor inputs_%zu[] = {\n%s};\n"
                    "static const struct sinter_tensor outputs_%zu[] = {\n%s};\n",
                    k, sn_module_tensor_rows(e->arena, set->inputs, m->n_inputs), k,
                    sn_module_tensor_rows(e->arena, set->outputs, m->n_outputs));
        sn_str_addf(&lists, "static const struct sinter_step step_list_%zu[] = {\n%s};\n\n", k,
                    sn_module_step_list(e, set));
        sn_str_addf(&functions, "SET(%zu)\n", k);
        sn_str_addf(&modules,
                    "    {SINTER_MODULE_ABI, \"%s\", %s_N_INPUTS, %s_N_OUTPUTS, %zu,\n"
                    "     inputs_%zu, outputs_%zu, step_list_%zu, %s_WEIGHTS_BYTES,\n"
                    "     %s_workspace_bytes, init_any, run_%zu, close_any, %s_error, SECONDS,\n"
                    "     step_%zu, work_any},\n",
                    sn_c_string(e->arena, m->model), e->upper, e->upper, set->n_steps, k, k, k,
                    e->upper, e->p, k, e->p, k);
    }
    sn_module_var(e, "tensor_tables", tensors.s);
    sn_module_var(e, "step_lists", lists.s);
    sn_module_var(e, "set_functions_each", functions.s);
    sn_module_var(e, "set_modules", modules.s);
    sn_module_var(e, "modules", sn_module_filled(e, sn_text_modules_sets));
}

static void several_memory(emitter *e)
{
    const bool many = sn_module_has_batch(e->m);
    sn_module_var(e, "memory_of_net", many ? "    net->steps.image = at;\n" : "");
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
                            "    for (int k = 0; k < ${P}_N_SETS; k++) {\n"
                            "        const size_t bytes = sets[k].work_bytes +\n"
                            "            (size_t)n_threads * sets[k].scratch_bytes${lanes_bytes};\n"
                            "        if (bytes > most) most = bytes;\n"
                            "    }\n"
                            "    return NET_BYTES + (size_t)n_threads * WORKER_BYTES + most;\n"));
}

static void several_run(emitter *e)
{
    sn_module_var(e, "set_field", "    int set; /* of this run */\n");
    sn_module_var(e, "set_functions", sn_module_filled(e, sn_text_functions_sets));
    sn_module_var(e, "choose_set",
                  sn_module_filled(e, "    if (set < 0 || set >= ${P}_N_SETS) return ${P}_E_SET;\n"
                                      "    use_set(net, set);\n"));
    sn_module_var(e, "use_set",
                  "    const struct step *const steps = sets[set].steps;\n"
                  "    use_set(net, set);\n");
    sn_module_var(e, "set_text", "        \"the network was not compiled for these sizes\",\n");
    sn_module_var(e, "of", "of->");
    sn_module_var(e, "of_net", "\n    const struct set *const of = &sets[net->set];");
    sn_module_var(e, "of_walk", "\n    const struct set *const of = &sets[w->net->set];");
    sn_module_var(e, "steps_of_net", "\n    const struct step *const steps = of->steps;");
    sn_module_var(e, "steps_of_walk", "\n    const struct step *const steps = of->steps;");
    sn_module_var(e, "stages_of_net", "\n    const struct stage *const stages = of->stages;");
    sn_module_var(e, "stages_of_walk", "\n    const struct stage *const stages = of->stages;");
    sn_module_var(e, "steps_of_set", "sets[set].n_steps");
    sn_module_var(e, "n_steps_run", "of->n_steps");
    sn_module_var(e, "run_one", sn_module_has_batch(e->m) ? "run_single" : "run_steps");
    sn_module_var(e, "single",
                  "\n    if (of->n_images == 1) {\n        run_single(net, index);\n"
                  "        return;\n    }");
    sn_module_var(e, "n_stages", "(size_t)of->n_stages");
    sn_module_var(e, "N", "of->n_images");
    sn_module_var(e, "Ns", image_counts(e));
    sn_module_var(e, "batch_tables", "");
    sn_module_var(e, "N_tested", "tests[set].images");
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
    sn_module_var(e, "module_of", sn_module_filled(e, "${p}_sets[set]"));
    sn_module_var(
        e, "set_error",
        sn_module_filled(
            e, ",   /* threads could not be started, or were left out when this was built */\n"
               "    ${P}_E_SET        /* there is no set of sizes with this index */"));
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
}

static void several_example(emitter *e)
{
    sn_module_var(e, "input_bytes", "most_bytes(0, i)");
    sn_module_var(e, "output_bytes", "most_bytes(1, i)");
    sn_module_var(e, "selftest_call", "selftest_all");
    sn_module_var(e, "selftest_all", sn_module_filled(e, sn_text_main_selftest_sets));
    sn_module_var(e, "sizes_option", ", -s SIZES");
    sn_module_var(e, "sizes_usage", " [-s SIZES]");
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

static void several_sets(emitter *e)
{
    several_header(e);
    several_tables(e);
    several_memory(e);
    several_run(e);
    several_modules(e);
    several_example(e);
}

/* ---- all ------------------------------------------------------------------------------------- */

void sn_module_sets(emitter *e)
{
    const bool many = sn_module_has_batch(e->m);
    sn_module_var(e, "image_field", many ? IMAGE_FIELD : "");
    sn_module_var(e, "chunk_field", many ? CHUNK_FIELD : "");
    sn_module_var(e, "lanes_field", many ? LANES_FIELD : "");
    if (e->m->n_sets == 1)
        one_set(e);
    else
        several_sets(e);
    const char *one = sn_module_filled(e, sn_text_run_steps);
    const char *batch = many ? sn_module_filled(e, sn_text_run_batch) : "";
    sn_module_var(e, "run_steps",
                  !many               ? one
                  : e->m->n_sets == 1 ? batch
                                      : sn_arena_printf(e->arena, "%s\n%s", one, batch));
    sn_module_var(e, "selftest_images", many ? sn_module_filled(e, sn_text_selftest_images) : "");
    sn_module_var(e, "selftest_batch", many ? sn_module_filled(e, sn_text_selftest_batch) : "");
}
