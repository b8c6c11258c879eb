/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/train_look.h"

#include "cli/build.h"
#include "cli/draw.h"
#include "cli/groups.h"
#include "cli/json.h"
#include "cli/timing.h"

#define AT(field) offsetof(sn_settings, field)

enum { SHOW = 1, FUSE, BENCH };
enum { DEFAULT_ROUNDS = 10 };

const sn_option sn_options_look[] = {
    {"show", 0, SN_OPTION_SET, AT(look), NULL,
     "print the step as 'sinter show' prints a network: forward, loss, gradients and update; "
     "nothing is trained",
     SHOW, false},
    {"text", 0, SN_OPTION_FLAG, AT(text), NULL,
     "of --show: in sinter's own text form instead of a table", 0, false},
    {"fuse", 0, SN_OPTION_SET, AT(look), NULL,
     "print what the step is compiled to as 'sinter fuse' does: groups and kernels", FUSE, false},
    {"explain", 0, SN_OPTION_FLAG, AT(explain), NULL,
     "of --fuse: every edge between layers, and why it was fused or not", 0, false},
    {"bench", 0, SN_OPTION_SET, AT(look), NULL,
     "time the compiled step on made-up data as 'sinter bench' does: each part of it, and forward "
     "and backward apart",
     BENCH, false},
    {"rounds", 0, SN_OPTION_COUNT, AT(rounds), "N",
     "of --bench: steps that are timed (default: 10)", 1000000, false},
    {"draw", 0, SN_OPTION_TEXT, AT(draw), "OUT",
     "draw the step as 'sinter draw' does: an SVG, or for a name that ends in .dot the text for "
     "Graphviz",
     0, false},
    {"groups", 0, SN_OPTION_FLAG, AT(groups), NULL,
     "of --draw: the step as it is compiled, with frames around layers that are computed together",
     0, false},
    {0},
};

/* NULL: none is asked for. */
static const char *asked_for(const sn_settings *s)
{
    static const char *const names[] = {NULL, "show", "fuse", "bench"};
    return s->look ? names[s->look] : s->draw ? "draw" : NULL;
}

bool sn_train_looks(const sn_cli *cli) { return asked_for(&cli->set); }

static int check_belongs(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (s->text && s->look != SHOW)
        return sn_cli_usage(cli, "--text says how --show prints a step; --show is missing");
    if (s->explain && s->look != FUSE)
        return sn_cli_usage(cli, "--explain says more of what --fuse prints; --fuse is missing");
    if (s->rounds && s->look != BENCH)
        return sn_cli_usage(cli,
                            "--rounds says how often --bench times a step; --bench is missing");
    if (s->groups && !s->draw)
        return sn_cli_usage(cli, "--groups says how --draw draws a step; --draw is missing");
    if (s->text && s->json) return sn_cli_usage(cli, "--text and --json exclude each other");
    if (s->draw && !sn_draw_is_name(s->draw))
        return sn_cli_usage(cli, "--draw %s: a name that ends in .svg or .dot is expected",
                            s->draw);
    return 0;
}

int sn_train_check_look(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    const char *way = asked_for(s);
    const int code = check_belongs(cli);
    if (code || !way) return code;
    if (s->draw && s->look) return sn_cli_usage(cli, "--%s and --draw exclude each other", way);
    const char *other = cli->n_args > 1  ? cli->args[1]
                        : s->test_data   ? "--test-data"
                        : s->out         ? "-o"
                        : s->states      ? "--states"
                        : s->save_states ? "--save-states"
                                         : NULL;
    if (!other) return 0;
    return sn_cli_usage(cli, "--%s trains nothing and needs no data: %s does not go with it", way,
                        other);
}

/* What the step is compiled to, in a network of groups->planned. */
static int group(sn_cli *cli, sn_trainer *t, int threads, sn_groups_info *groups)
{
    const sn_compile_options o = sn_cli_compile_options(cli, threads);
    const sn_status status = sn_trainer_groups(t, &o, groups);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int bench(sn_cli *cli, sn_trainer *t, int threads)
{
    const sn_settings *s = &cli->set;
    const sn_compile_options o = sn_cli_compile_options(cli, threads);
    sn_train_timing timing;
    const sn_status status =
        sn_trainer_bench(t, &o, s->rounds ? (uint32_t)s->rounds : DEFAULT_ROUNDS, &timing);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    sn_cli_put_timing(
        cli, &(sn_timing){&timing.info, &timing.step, threads, (int)s->batch, timing.n_forward});
    return 0;
}

static int draw(sn_cli *cli, sn_trainer *t)
{
    const sn_settings *s = &cli->set;
    sn_groups_info groups;
    sn_drawing d = {.before = sn_trainer_step(t), .of_step = true};
    int code = s->groups ? group(cli, t, sn_cli_threads(cli), &groups) : 0;
    if (!code && s->groups) {
        d.before = groups.planned;
        d.groups = &groups;
    }
    sn_model_list_bodies(d.before, true);
    if (!code) code = sn_draw_write(cli, &d, s->draw);
    if (!code && s->json)
        json_object_set_new(sn_json_root(cli), "picture", sn_json_file(s->draw));
    else if (!code && !s->quiet)
        sn_cli_put_written_file(s->draw);
    return code;
}

int sn_train_look(sn_cli *cli, sn_trainer *t)
{
    const int threads = sn_cli_threads(cli);
    sn_groups_info groups;
    if (cli->set.draw) return draw(cli, t);
    if (cli->set.look == BENCH) return bench(cli, t, threads);
    if (cli->set.look == SHOW) return sn_cli_show(cli, sn_trainer_step(t));
    const int code = group(cli, t, threads, &groups);
    if (!code) sn_cli_put_groups(cli, &groups, threads);
    return code;
}
