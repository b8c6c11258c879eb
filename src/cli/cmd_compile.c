/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter compile: a network as a folder of C. */
#include <inttypes.h>

#include "cli/build.h"
#include "cli/feed.h"
#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "FOLDER", "where it goes; made when it is not there", 0,
     true},
    {"prefix", 0, SN_OPTION_TEXT, AT(prefix), "NAME",
     "what symbols and files begin with (default: the name of IN)", 0, false},
    {"embed-weights", 0, SN_OPTION_FLAG, AT(embed_weights), NULL,
     "weights as a C array instead of a file of their own (up to 64 MB)", 0, false},
    {"single-file", 0, SN_OPTION_FLAG, AT(single_file), NULL,
     "PREFIX.h and PREFIX.c alone, weights and self-test in it; no example and no CMakeLists.txt "
     "(one target)",
     0, false},
    {"no-threads", 0, SN_OPTION_FLAG, AT(no_threads), NULL,
     "code for one thread alone, without pthread; so it is for Cortex-M, unless --threads says "
     "more",
     0, false},
    {"fp16", 0, SN_OPTION_FLAG, AT(halves), NULL,
     "weights as halves: rounded as by `sinter optimize --fp16`, and read as halves wherever a "
     "layer multiplies by them",
     0, false},
    {"min-memory", 0, SN_OPTION_FLAG, AT(min_memory), NULL,
     "as small a workspace as is found rather than speed: of several plans, with tensors cut into "
     "strips, steps in other orders and values computed twice, the one that takes least",
     0, false},
    {"no-selftest", 0, SN_OPTION_FLAG, AT(no_selftest), NULL,
     "without what tests the code where it runs", 0, false},
    {"explain", 0, SN_OPTION_FLAG, AT(explain), NULL,
     "what was not done as the groups of layers say, and why", 0, false},
    {"input", 0, SN_OPTION_LIST, AT(inputs), "[NAME=]SIZES",
     "sizes of an input, outermost first, like data=3,240,320; without NAME: of the only input. "
     "An input that comes again begins another set of sizes that the folder is for, in which "
     "those that do not come again are as before (repeatable)",
     0, false},
    {"batch", 0, SN_OPTION_COUNTS, AT(batches), "N,N",
     "images of a run: inputs and outputs get an axis of that size in front, and each image is "
     "computed as if it were alone; several: a set of sizes for each (default: no such axis)",
     4096, false},
    {"threads", 0, SN_OPTION_COUNT, AT(threads), "N",
     "how many threads the code is tuned for; it runs on any number (default: 1)", 256, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_machine,
                                           sn_options_fusion,
                                           sn_options_compile,
                                           sn_options_check,
                                           sn_options_constant,
                                           sn_options_part,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

static json_t *tensors_json(const sn_array *list, uint32_t n)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < n; i++) {
        json_t *o = json_object(), *sizes = json_array();
        for (int k = 0; k < list[i].rank; k++)
            json_array_append_new(sizes, json_integer((json_int_t)list[i].sizes[k]));
        json_object_set_new(o, "name", sn_json_text(list[i].name));
        json_object_set_new(o, "type", sn_json_text(list[i].type));
        json_object_set_new(o, "sizes", sizes);
        json_array_append_new(all, o);
    }
    return all;
}

/* What a run of the set takes. */
static void add_cost(json_t *o, const sn_compiled_set *s)
{
    json_object_set_new(o, "work_seconds", sn_json_real(s->work_seconds));
    json_object_set_new(o, "span_seconds", sn_json_real(s->span_seconds));
    json_object_set_new(o, "barriers", json_integer(s->n_barriers));
    json_object_set_new(o, "alone", json_integer(s->n_alone));
    json_object_set_new(o, "beside", json_integer(s->n_beside));
}

static json_t *sets_json(const sn_compile_result *r)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < r->n_sets; i++) {
        const sn_compiled_set *s = &r->sets[i];
        json_t *o = json_object();
        if (r->n_targets > 1) json_object_set_new(o, "target", sn_json_text(s->target));
        json_object_set_new(o, "inputs", tensors_json(s->inputs, s->n_inputs));
        json_object_set_new(o, "outputs", tensors_json(s->outputs, s->n_outputs));
        json_object_set_new(o, "steps", json_integer(s->n_steps));
        json_object_set_new(o, "flops", sn_json_count(s->flops));
        json_object_set_new(o, "workspace_bytes", json_integer((json_int_t)s->workspace_bytes));
        add_cost(o, s);
        json_array_append_new(all, o);
    }
    return all;
}

static json_t *targets_json(const sn_compile_result *r)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < r->n_sets; i += r->n_sets / r->n_targets)
        json_array_append_new(all, sn_json_text(r->sets[i].target));
    return all;
}

static json_t *growth_json(const sn_compile_result *r)
{
    json_t *all = json_array();
    for (uint32_t i = 0; i < r->n_weights_growth; i++) {
        json_t *one = json_object();
        json_object_set_new(one, "why", sn_json_text(r->weights_growth[i].why));
        json_object_set_new(one, "bytes", json_integer((json_int_t)r->weights_growth[i].bytes));
        json_array_append_new(all, one);
    }
    return all;
}

static void add_json(sn_cli *cli, const sn_compile_result *r)
{
    json_t *root = sn_json_root(cli);
    json_object_set_new(root, "folder", sn_json_text(cli->set.out));
    json_object_set_new(root, "prefix", sn_json_text(r->prefix));
    json_object_set_new(root, "files", sn_json_texts(r->files, r->n_files));
    json_object_set_new(root, "steps", json_integer(r->n_steps));
    json_object_set_new(root, "flops", sn_json_count(r->flops));
    json_object_set_new(root, "code_bytes", json_integer((json_int_t)r->code_bytes));
    json_object_set_new(root, "weights_bytes", json_integer((json_int_t)r->weights_bytes));
    json_object_set_new(root, "model_weights_bytes",
                        json_integer((json_int_t)r->model_weights_bytes));
    json_object_set_new(root, "weights_growth", growth_json(r));
    json_object_set_new(root, "small", json_boolean(r->small));
    json_object_set_new(root, "threads", json_integer(r->threads));
    json_object_set_new(root, "workspace_bytes", json_integer((json_int_t)r->workspace_bytes));
    json_object_set_new(root, "checked", json_boolean(!r->unchecked));
    json_object_set_new(root, "passed_over", json_integer(r->n_passed_over));
    json_object_set_new(root, "selftest", json_boolean(!r->no_selftest));
    json_object_set_new(root, "remarks", sn_json_texts(r->remarks, r->n_remarks));
    if (r->n_sets == 1) {
        add_cost(root, r->sets);
        return;
    }
    if (r->n_targets > 1) json_object_set_new(root, "targets", targets_json(r));
    json_object_set_new(root, "sets", sets_json(r));
    json_object_set_new(root, "apart_weights_bytes",
                        json_integer((json_int_t)r->apart_weights_bytes));
}

/* "data=3,240,320 state=1,64" */
static void put_sizes(const sn_compiled_set *s)
{
    for (uint32_t i = 0; i < s->n_inputs; i++) {
        if (i) putchar(' ');
        sn_put_safe(stdout, s->inputs[i].name);
        for (int k = 0; k < s->inputs[i].rank; k++)
            printf("%c%" PRId64, k ? ',' : '=', s->inputs[i].sizes[k]);
    }
}

/* What is apart where there are several. */
static const char *several_of(const sn_compile_result *r)
{
    return r->n_targets == 1 ? "sets" : r->n_sets == r->n_targets ? "targets" : "targets or sets";
}

static void put_sets(const sn_compile_result *r)
{
    const uint32_t n_sets = r->n_sets / r->n_targets;
    for (uint32_t i = 0; i < r->n_sets; i++) {
        const sn_compiled_set *s = &r->sets[i];
        sn_put_label(i ? "" : n_sets > 1 ? "sets" : "targets");
        if (r->n_targets > 1) printf("%s%s", s->target, n_sets > 1 ? ", " : ": ");
        if (n_sets > 1) {
            printf("%u: ", i % n_sets);
            put_sizes(s);
            printf("; ");
        }
        printf("%u steps, %s", s->n_steps, sn_number_of_flops(s->flops).s);
        printf(", %s of workspace\n", sn_number_of_bytes((double)s->workspace_bytes).s);
    }
}

/* What the facts of the machine say of a run that several threads share. */
static void put_cost(const sn_compile_result *r)
{
    for (uint32_t i = 0; i < r->n_sets && r->threads > 1; i++) {
        const sn_compiled_set *s = &r->sets[i];
        sn_put_label(i ? "" : "expected");
        if (r->n_sets > 1) printf("%u: ", i);
        printf("%.4g ms on one thread, %.4g ms on %d, which wait for each other %u time%s",
               1e3 * s->work_seconds, 1e3 * s->span_seconds, r->threads, s->n_barriers,
               s->n_barriers == 1 ? "" : "s");
        if (s->n_alone > s->n_beside)
            printf("; %u of %u steps are too small to be shared", s->n_alone - s->n_beside,
                   s->n_steps);
        if (s->n_beside) printf("; %u of %u are done side by side", s->n_beside, s->n_steps);
        putchar('\n');
    }
}

/* Where they are more than the model's by a tenth, and by enough to matter: how much, and why. */
static void put_growth(const sn_compile_result *r)
{
    enum { MATTERS = 16384 };
    const double before = (double)r->model_weights_bytes, now = (double)r->packed_weights_bytes;
    if (now < 1.1 * before || now - before < MATTERS) return;
    sn_put_label("grown");
    printf("from the %s that the model stores", sn_number_of_bytes(before).s);
    for (uint32_t i = 0; i < r->n_weights_growth; i++)
        printf("%s %s %s", i ? ";" : ":", sn_number_of_bytes((double)r->weights_growth[i].bytes).s,
               r->weights_growth[i].why);
    putchar('\n');
}

static void put_summary(const sn_cli *cli, const sn_compile_result *r)
{
    if (r->n_sets > 1) {
        put_sets(r);
    } else {
        sn_put_label("steps");
        printf("%u, %s\n", r->n_steps, sn_number_of_flops(r->flops).s);
    }
    sn_put_label("code");
    printf("%s%s\n", sn_number_of_bytes((double)r->code_bytes).s,
           r->small ? ", kept small: no Winograd, no Strassen, loops not unrolled" : "");
    sn_put_label("weights");
    printf("%s%s", sn_number_of_bytes((double)r->weights_bytes).s,
           cli->set.embed_weights || cli->set.single_file ? " beside those in the code" : "");
    if (r->n_sets > 1 && r->apart_weights_bytes)
        printf(", %s of them for some %s alone",
               sn_number_of_bytes((double)r->apart_weights_bytes).s, several_of(r));
    putchar('\n');
    put_growth(r);
    put_cost(r);
    sn_put_label("workspace");
    printf("%s\n", sn_number_of_bytes((double)r->workspace_bytes).s);
    sn_put_label("checked");
    if (r->unchecked) printf("no: ");
    sn_put_safe(stdout,
                r->unchecked ? r->unchecked : "each step computes what the interpreter does");
    if (r->n_passed_over)
        printf(", but for %u that sort%s by scores of their own: not compared", r->n_passed_over,
               r->n_passed_over == 1 ? "s" : "");
    putchar('\n');
    if (r->no_selftest && !cli->set.no_selftest) {
        sn_put_label("self-test");
        printf("none: ");
        sn_put_safe(stdout, r->no_selftest);
        putchar('\n');
    }
    for (uint32_t i = 0; cli->set.explain && i < r->n_remarks; i++) {
        sn_put_label(i ? "" : "remarks");
        sn_put_safe(stdout, r->remarks[i]);
        putchar('\n');
    }
    sn_put_label("written");
    sn_put_safe(stdout, cli->set.out);
    printf(":");
    for (uint32_t i = 0; i < r->n_files; i++) {
        printf(i ? ", " : " ");
        sn_put_safe(stdout, r->files[i]);
    }
    putchar('\n');
}

/* ---- sets of sizes --------------------------------------------------------------------------- */

/* "set 1 (data=3,240,320)", for messages. */
static const char *set_in_words(size_t index, const sn_texts *inputs)
{
    char number[32];
    snprintf(number, sizeof number, "set %zu (", index);
    char *text = sn_cli_join(number, "");
    for (size_t i = 0; i < inputs->n; i++)
        text = sn_cli_join(sn_cli_join(text, i ? " " : ""), inputs->v[i]);
    return sn_cli_join(text, ")");
}

/* The network at each of the sizes that --input gives. */
static int size_all(sn_cli *cli, sn_model *m, sn_model ***out, size_t *n)
{
    sn_texts *inputs = NULL;
    int code = 0;
    sn_cli_input_sets(cli, &inputs, n);
    sn_model **list = sn_cli_alloc(*n * sizeof *list);
    const size_t n_batches = cli->set.batches.n ? cli->set.batches.n : 1;
    for (size_t i = 0; i < *n && !code; i++) {
        sn_model *one = m;
        if (*n > 1) cli->about = set_in_words(i * n_batches, &inputs[i]);
        if (i + 1 < *n) {
            sn_status status = sn_model_clone(m, &one);
            if (status != SN_OK) code = sn_cli_fail(cli, status);
        }
        if (!code) code = sn_cli_cut(cli, one, &inputs[i]);
        if (!code) code = sn_cli_sized(cli, one, &list[i]);
    }
    if (!code) cli->about = NULL;
    *out = list;
    return code;
}

/* Each of the sizes with each batch. */
static const sn_compile_set *sets_of(const sn_cli *cli, sn_model *const *models, size_t n_models,
                                     uint32_t *n)
{
    const sn_counts *batches = &cli->set.batches;
    const size_t n_batches = batches->n ? batches->n : 1;
    sn_compile_set *sets = sn_cli_alloc(n_models * n_batches * sizeof *sets);
    *n = 0;
    for (size_t i = 0; i < n_models; i++) {
        for (size_t k = 0; k < n_batches; k++)
            sets[(*n)++] = (sn_compile_set){models[i], batches->n ? (int)batches->v[k] : 0};
    }
    return sets;
}

static int run(sn_cli *cli)
{
    const sn_compile_options o = sn_cli_compile_options(cli, (int)cli->set.threads);
    sn_model *m = NULL, **sized = NULL;
    size_t n_sized = 0;
    uint32_t n = 0;
    sn_compile_result r;
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = size_all(cli, m, &sized, &n_sized);
    if (code) return code;
    const sn_compile_set *sets = sets_of(cli, sized, n_sized, &n);
    sn_status status = sn_compile_sets(cli->ctx, sets, n, cli->set.out, &o, &r);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (cli->set.json)
        add_json(cli, &r);
    else if (!cli->set.quiet)
        put_summary(cli, &r);
    return 0;
}

const sn_command sn_cmd_compile = {
    .usage = "IN -o FOLDER [options]",
    .about =
        "Writes a network as C: a header that says how it is used, the code, the weights, an "
        "example main.c and a CMakeLists.txt. It "
        "needs a C compiler and nothing else; see docs/compile.md. For several sizes of inputs, "
        "or batches, it is one folder with one file of weights, and a run chooses. So it is for "
        "several targets of one architecture, joined by '+', of which the code takes the best "
        "that the processor has where it runs.",
    .examples = "sinter compile face.param -o face\n"
                "sinter compile face.param -o face --target aarch64 --input data=3,240,320\n"
                "sinter compile face.onnx -o face --input x=1,3,48,160 --input x=1,3,48,320\n"
                "sinter compile face.param -o face --batch 1,8\n"
                "sinter compile face.param -o face --target wasm\n"
                "sinter compile face.param -o face --target x86-64+x86-64-v3+x86-64-v4\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
