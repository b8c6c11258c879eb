/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter fuse: which layers are computed together, and why others are not. */
#include "cli/build.h"
#include "cli/feed.h"
#include "cli/groups.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"explain", 0, SN_OPTION_FLAG, AT(explain), NULL,
     "every edge between layers: fused, and how much that saves, or not, and why; and what else "
     "was not done",
     0, false},
    {"threads", 0, SN_OPTION_COUNT, AT(threads), "N",
     "how many threads the code is tuned for (default: 1)", 256, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_fusion,
                                           sn_options_machine,
                                           sn_options_compile,
                                           sn_options_batch,
                                           sn_options_input,
                                           sn_options_constant,
                                           sn_options_part,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

static int run(sn_cli *cli)
{
    const sn_compile_options o = sn_cli_compile_options(cli, (int)cli->set.threads);
    sn_model *m = NULL, *sized = NULL;
    sn_groups_info r;
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = sn_cli_prepare(cli, m);
    if (!code) code = sn_cli_sized(cli, m, &sized);
    if (code) return code;
    sn_status status = sn_model_groups(sized, &o, &r);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    sn_cli_put_groups(cli, &r, o.threads);
    return 0;
}

const sn_command sn_cmd_fuse = {
    .usage = "IN [options]",
    .about =
        "Prints what `sinter compile` makes of a network with the same options: groups of "
        "layers that are computed together, so that what is between them stays in registers "
        "or the cache, and the kernels that compute each; how many values the group stores, "
        "bytes that are neither written nor read again, and what has become of it: whether it "
        "is computed row by row with other groups, is pooled as it is stored, is no work, since "
        "parts or channels are where they belong, or, with --threads, is done beside others; "
        "then the rules that made it, or why a layer is alone. docs/fusion.md has the rules.",
    .examples = "sinter fuse face.param\n"
                "sinter fuse face.param --input data=3,240,320 --fusion=tvm --explain\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
