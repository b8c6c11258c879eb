/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter import-weights: what a training has learnt, back into a network's file. */
#include "cli/json.h"
#include "cli/npy.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "OUT", "write the network here", 0, true},
    {0},
};

static const sn_option *const options[] = {
    own, sn_options_bin, sn_options_storage, sn_options_json, sn_options_quiet, sn_options_help,
    NULL};

static int run(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    sn_model *m = NULL;
    sn_array block = {0};
    cli->set.for_training = true;
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], s->bin, &m);
    if (!code) code = sn_npy_read_block(cli, cli->args[1], &block);
    if (code) return code;
    cli->about = cli->args[1];
    const sn_status status = sn_model_import_states(m, block.data, (size_t)block.bytes);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    cli->about = NULL;
    code = sn_cli_save(cli, m, s->out, s->out_bin, s->storage);
    if (!code && s->json)
        json_object_set_new(sn_json_root(cli), "written", sn_json_written(cli, s->out, s->out_bin));
    else if (!code && !s->quiet)
        sn_cli_put_written(cli, s->out, s->out_bin);
    return code;
}

const sn_command sn_cmd_import_weights = {
    .usage = "IN BLOCK -o OUT [options]",
    .about = "Reads a network and a block of states, as a training in C saves it (PREFIX_save, or "
             "PREFIX.states) or `sinter train --save-states` does, and writes the network with the "
             "weights and running statistics of "
             "the block. A network that was exported for training becomes one for inference.",
    .examples = "sinter import-weights net.onnx saved.states -o tuned.onnx\n",
    .options = options,
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
