/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter zoo: networks without a download. */
#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "OUT", "write the network here; without it, it is shown",
     0, false},
    {"seed", 0, SN_OPTION_COUNT, AT(seed), "N",
     "makes the weights; the same for the same N (default: 0)", 0, false},
    {0},
};

static const sn_option *const options[] = {
    own, sn_options_storage, sn_options_json, sn_options_quiet, sn_options_help, NULL};

static int list(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (s->out || s->out_bin || s->storage)
        return sn_cli_usage(cli, "the name of a network is missing");
    if (s->json) {
        sn_json_zoo(cli);
        return 0;
    }
    int code = sn_cli_open(cli);
    return code ? code : sn_cli_report(cli, NULL, "zoo");
}

static int run(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (!cli->n_args) return list(cli);
    if (!s->out && (s->out_bin || s->storage)) return sn_cli_usage(cli, "-o OUT is missing");
    int code = sn_cli_open(cli);
    if (code) return code;
    sn_model *m = NULL;
    sn_status status = sn_model_zoo(cli->ctx, cli->args[0], s->seed, &m);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (!s->out) return s->json ? sn_json_show(cli, m) : sn_cli_report(cli, m, "show");
    code = sn_cli_save(cli, m, s->out, s->out_bin, s->storage);
    if (!code && s->json) {
        json_object_set_new(sn_json_root(cli), "written", sn_json_written(cli, s->out, s->out_bin));
    } else if (!code && !s->quiet)
        sn_cli_put_written(cli, s->out, s->out_bin);
    return code;
}

const sn_command sn_cmd_zoo = {
    .usage = "[NETWORK] [-o OUT] [options]",
    .about =
        "Makes a network with weights from a seed, to try things on. Without NETWORK: lists the "
        "networks. The "
        "architectures are those of the papers; the weights are random, so results mean nothing.",
    .examples = "sinter zoo\n"
                "sinter zoo mobilenet_v2 -o mobilenet_v2.param --seed 7\n",
    .options = options,
    .max_args = 1,
    .run = run,
};
