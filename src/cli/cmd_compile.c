/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter compile: a network as a folder of C. */
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
    {"no-selftest", 0, SN_OPTION_FLAG, AT(no_selftest), NULL,
     "without the file that tests the code where it runs", 0, false},
    {"explain", 0, SN_OPTION_FLAG, AT(explain), NULL,
     "what was not done as the groups of layers say, and why", 0, false},
    {"threads", 0, SN_OPTION_COUNT, AT(threads), "N",
     "how many threads the code is tuned for; it runs on any number (default: 1)", 256, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_compile,
                                           sn_options_input,
                                           sn_options_constant,
                                           sn_options_part,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

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
    json_object_set_new(root, "threads", json_integer(r->threads));
    json_object_set_new(root, "workspace_bytes", json_integer((json_int_t)r->workspace_bytes));
    json_object_set_new(root, "checked", json_boolean(!r->unchecked));
    json_object_set_new(root, "passed_over", json_integer(r->n_passed_over));
    json_object_set_new(root, "selftest", json_boolean(!r->no_selftest));
    json_object_set_new(root, "remarks", sn_json_texts(r->remarks, r->n_remarks));
}

static void put_summary(const sn_cli *cli, const sn_compile_result *r)
{
    sn_put_label("steps");
    printf("%u, %s\n", r->n_steps, sn_number_of_flops(r->flops).s);
    sn_put_label("code");
    printf("%s\n", sn_number_of_bytes((double)r->code_bytes).s);
    sn_put_label("weights");
    printf("%s%s\n", sn_number_of_bytes((double)r->weights_bytes).s,
           cli->set.embed_weights ? " beside those in the code" : "");
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

static int run(sn_cli *cli)
{
    const sn_compile_options o = sn_cli_compile_options(cli, (int)cli->set.threads);
    sn_model *m = NULL, *sized = NULL;
    sn_compile_result r;
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = sn_cli_cut(cli, m);
    if (!code) code = sn_cli_sized(cli, m, &sized);
    if (code) return code;
    sn_status status = sn_model_compile(sized, cli->set.out, &o, &r);
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
    .about = "Writes a network as C: a header that says how it is used, the code, the weights, an "
             "example main.c and a CMakeLists.txt. It "
             "needs a C compiler and nothing else; see docs/compile.md.",
    .examples = "sinter compile face.param -o face\n"
                "sinter compile face.param -o face --target aarch64 --input data=3,240,320\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
