/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter draw: a network as a picture. */
#include "cli/build.h"
#include "cli/draw.h"
#include "cli/feed.h"

#define AT(field) offsetof(sn_settings, field)

enum { BEFORE, AFTER, BOTH };

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "OUT",
     "an SVG, or for a name that ends in .dot the text for Graphviz; without it, that text is "
     "printed",
     0, false},
    {"after", 0, SN_OPTION_SET, AT(picture), NULL,
     "the network after optimizing; layers that became one are coloured and say which", AFTER,
     false},
    {"before-after", 0, SN_OPTION_SET, AT(picture), NULL,
     "both side by side; before, layers that become one stand together in one colour", BOTH, false},
    {"groups", 0, SN_OPTION_FLAG, AT(groups), NULL,
     "the network as it is compiled ('sinter fuse'), with frames around layers that are computed "
     "together; without --after it is not optimized first",
     0, false},
    SN_ROWS_RESULTS,
    SN_ROWS_PASSES,
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_fusion,
                                           sn_options_machine,
                                           sn_options_part,
                                           sn_options_input,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_threads,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

/* ---- what is drawn --------------------------------------------------------------------------- */

static int sized(sn_cli *cli, sn_model *m, sn_model **out)
{
    sn_sizes_from from;
    sn_status status = sn_model_at_some_size(m, out, &from);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    sn_model_list_bodies(*out, true);
    return 0;
}

/* NULL: it stays a network for others. */
static const char *compiled_for(const sn_cli *cli)
{
    if (!cli->set.groups) return NULL;
    return cli->set.target ? cli->set.target : "native";
}

static int optimize(sn_cli *cli, sn_model *m, sn_provenance *p, sn_drawing *d, sn_model **out)
{
    sn_remarks remarks = {0};
    sn_model *copy = NULL;
    sn_status status = sn_model_clone(m, &copy);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    sn_optimize_options o = {.verify = SN_VERIFY_EACH,
                             .compiled_for = compiled_for(cli),
                             .machine = cli->set.machine,
                             .passes = cli->set.passes.v,
                             .skip = cli->set.skip.v,
                             .remark = sn_remarks_add,
                             .user = &remarks};
    sn_model_list_bodies(m, true);
    sn_model_list_bodies(copy, true);
    status = sn_model_optimize(copy, &o, NULL);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    int code = sn_provenance_of(cli, m, copy, &remarks, p);
    d->provenance = p;
    *out = copy;
    return code ? code : sized(cli, copy, &d->after);
}

/* Draws what is planned in place of m. */
static int group(sn_cli *cli, sn_model *m, sn_drawing *d, sn_groups_info *groups)
{
    sn_compile_options o = sn_cli_compile_options(cli, 1);
    sn_model *sized = NULL;
    o.as_is = true;
    int code = sn_cli_sized(cli, m, &sized);
    if (code) return code;
    sn_status status = sn_model_groups(sized, &o, groups);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    sn_model_list_bodies(groups->planned, true);
    *(d->after ? &d->after : &d->before) = groups->planned;
    d->provenance = NULL;
    d->groups = groups;
    return 0;
}

static int run(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    sn_model *m = NULL, *drawn = NULL;
    sn_drawing d = {0};
    sn_provenance p;
    sn_groups_info groups;
    if (s->groups && s->picture == BOTH)
        return sn_cli_usage(cli, "--groups draws one network: --before-after does not go with it");
    if ((s->fuse_groups || s->target || s->machine) && !s->groups)
        return sn_cli_usage(
            cli, "--fusion, --target and --machine say which groups to draw; --groups is missing");
    if (s->out && !sn_draw_is_name(s->out))
        return sn_cli_usage(cli, "-o %s: a name that ends in .svg or .dot is expected", s->out);
    if (s->picture == BEFORE && (s->passes.n || s->skip.n))
        return sn_cli_usage(
            cli, "--passes and --skip say how to optimize; --after or --before-after is missing");
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], s->bin, &m);
    if (!code) code = sn_cli_prepare(cli, m);
    drawn = m;
    if (!code && s->picture != BEFORE) code = optimize(cli, m, &p, &d, &drawn);
    if (!code && s->picture != AFTER) code = sized(cli, m, &d.before);
    if (!code && s->groups) code = group(cli, drawn, &d, &groups);
    if (code) return code;
    if (!s->out) return sn_draw_dot(cli, &d, stdout);
    code = sn_draw_write(cli, &d, s->out);
    if (!code && !s->quiet) sn_cli_put_written_file(s->out);
    return code;
}

const sn_command sn_cmd_draw = {
    .usage = "IN [-o OUT.svg|OUT.dot] [options]",
    .about =
        "Draws a network: layers with what they compute and their params, and on the edges "
        "between them shapes and bytes. Bodies of if, loop and scan stand in frames of their own; "
        "dashed edges are what they are fed and what they give. "
        "An SVG is made by Graphviz, which must be installed; the text for it needs nothing.",
    .examples = "sinter draw face.param -o face.svg\n"
                "sinter draw face.param -o fused.svg --before-after --from conv1 --to conv4\n"
                "sinter draw face.param -o groups.svg --after --groups\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
