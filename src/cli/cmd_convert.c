/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter convert: the same network in another file form or weight storage. */
#include <string.h>

#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "OUT", "write the network here", 0, true},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_part,
                                           sn_options_input,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_storage,
                                           sn_options_spelling,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

static int run(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    sn_model *m = NULL;
    const char *from = sn_format_of(cli->args[0]), *to = sn_format_of(s->out);
    if (s->inputs.n && !s->from.n && !s->to.n && (!from || !to || strcmp(from, to) == 0))
        return sn_cli_usage(cli, "--input says sizes of a part, or those that another format is "
                                 "written for; --from or --to is missing");
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], s->bin, &m);
    if (!code) code = sn_cli_prepare(cli, m);
    if (!code) code = sn_cli_save(cli, m, s->out, s->out_bin, s->storage);
    sn_comparison c = {0};
    if (!code && s->storage) code = sn_cli_check_written(cli, m, m, s->out, s->out_bin, &c);
    if (!code && s->json) {
        json_t *root = sn_json_root(cli);
        json_object_set_new(root, "file", sn_json_text(cli->args[0]));
        json_object_set_new(root, "written", sn_json_written(cli, s->out, s->out_bin));
        json_object_set_new(root, "written_check",
                            s->storage ? sn_json_comparison(&c) : json_null());
    } else if (!code && !s->quiet) {
        sn_cli_put_written(cli, s->out, s->out_bin);
        if (s->storage) sn_cli_put_check_written(stdout, &c);
    }
    return code ? code : sn_cli_written_verdict(cli, s->out, &c);
}

const sn_command sn_cmd_convert = {
    .usage = "IN -o OUT [options]",
    .about = "Reads a network, or with --from and --to the part of it between values, and writes "
             "it again; no pass "
             "runs, but between formats those that work out what is constant and say otherwise "
             "what the other has no words for. "
             "Use it to cut, to change how weights are stored, to get a .param from a "
             ".param.bin, to bring a network from one format to another, or "
             "to have made-up weights in a file. OUT may be IN. What another format cannot say for "
             "all sizes is written for those of --input, or else for those in the file.",
    .examples = "sinter convert face.param -o half.param --fp16\n"
                "sinter convert face.param -o head.param --from conv5,conv7 --to boxes,scores\n"
                "sinter convert face.param.bin -o face.param --bin face.bin --out-bin face2.bin\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
