/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter tune: what this processor does, and whether choices that rest on it are good. */
#include <string.h>

#include "cli/build.h"
#include "cli/feed.h"
#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

enum { LAYER_WIDTH = 44 };

static const sn_option own[] = {
    {"list", 0, SN_OPTION_FLAG, AT(list), NULL, "the processors whose facts are built in", 0,
     false},
    {"check", 0, SN_OPTION_TEXT, AT(checked), "IN",
     "compile each layer of a network with each kernel that can compute it, time them, and tell by "
     "how much those that are chosen miss the fastest",
     0, false},
    {"out", 'o', SN_OPTION_TEXT, AT(out), "FILE",
     "write the facts to a file, for --machine where networks are compiled for this processor; "
     "\"native\" stays as it is",
     0, false},
    {"rounds", 0, SN_OPTION_COUNT, AT(rounds), "N", "runs of each kernel with --check (default: 9)",
     1000, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_machine,
                                           sn_options_input,
                                           sn_options_part,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

/* ---- facts ----------------------------------------------------------------------------------- */

static void put_facts(const sn_machine_facts *f)
{
    static const char *const widths[] = {"scalar", "128 bits", "256 bits", "512 bits"};
    const char *comma = "";
    sn_put_label("machine");
    sn_put_safe(stdout, f->about);
    putchar('\n');
    sn_put_label("products");
    for (int i = 0; i < 4; i++) {
        if (f->flops[i] <= 0) continue;
        printf("%s%.1f GFLOP/s with %s", comma, 1e-9 * f->flops[i], widths[i]);
        comma = ", ";
    }
    putchar('\n');
    sn_put_label("core");
    printf("%.2f ns a multiply-add, %.2f vector loads and %.2f scalar instructions a ns; %.2f "
           "vectors of halves as floats\n",
           1e9 * f->latency, 1e-9 * f->loads, 1e-9 * f->scalar, 1e-9 * f->halves);
    sn_put_label("caches");
    for (int i = 0; i < 3; i++)
        printf("%s of %.0f GB/s, ", sn_number_of_bytes(f->cache_bytes[i]).s,
               1e-9 * f->read_speed[i]);
    printf("memory %.1f GB/s\n", 1e-9 * f->read_speed[3]);
    sn_put_label("step");
    printf("%.2f us to begin, %.2f us for a barrier of two threads\n", 1e6 * f->start,
           1e6 * f->barrier);
}

static json_t *facts_json(const sn_machine_facts *f)
{
    json_t *o = json_object(), *flops = json_array(), *bytes = json_array(), *speed = json_array();
    for (int i = 0; i < 4; i++) json_array_append_new(flops, sn_json_count(f->flops[i]));
    for (int i = 0; i < 3; i++) json_array_append_new(bytes, sn_json_count(f->cache_bytes[i]));
    for (int i = 0; i < 4; i++) json_array_append_new(speed, sn_json_count(f->read_speed[i]));
    json_object_set_new(o, "name", sn_json_text(f->name));
    json_object_set_new(o, "about", sn_json_text(f->about));
    json_object_set_new(o, "flops", flops);
    json_object_set_new(o, "latency_seconds", sn_json_real(f->latency));
    json_object_set_new(o, "loads_per_second", sn_json_count(f->loads));
    json_object_set_new(o, "halves_per_second", sn_json_count(f->halves));
    json_object_set_new(o, "scalar_per_second", sn_json_count(f->scalar));
    json_object_set_new(o, "cache_bytes", bytes);
    json_object_set_new(o, "bytes_per_second", speed);
    json_object_set_new(o, "barrier_seconds", sn_json_real(f->barrier));
    json_object_set_new(o, "start_seconds", sn_json_real(f->start));
    return o;
}

static int list_all(sn_cli *cli)
{
    sn_machine_facts f;
    json_t *list = json_array();
    for (uint32_t i = 0; sn_machine_facts_at(cli->ctx, i, &f); i++) {
        if (cli->set.json)
            json_array_append_new(list, facts_json(&f));
        else
            printf("%-16s  %s\n", f.name, f.about);
    }
    if (cli->set.json)
        json_object_set_new(sn_json_root(cli), "machines", list);
    else
        json_decref(list);
    return 0;
}

static int measure(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    sn_machine_facts f;
    sn_status status = sn_tune(cli->ctx, !s->out, &f);
    if (status == SN_OK && s->out)
        status = sn_write_files(cli->ctx, &(sn_file){s->out, f.text, strlen(f.text)}, 1);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (s->json)
        json_object_set_new(sn_json_root(cli), "machine", facts_json(&f));
    else if (!s->quiet)
        put_facts(&f);
    return 0;
}

/* ---- choices --------------------------------------------------------------------------------- */

static double regret(const sn_checked_choice *c)
{
    return c->kernels[0].seconds / c->kernels[c->best].seconds - 1;
}

/* Of the time of all layers: what the better choices would save. */
static void put_totals(const sn_choice_check *r)
{
    double mean = 0, worst = 0, chosen = 0, best = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        const sn_checked_choice *c = &r->choices[i];
        mean += regret(c) / r->n;
        if (regret(c) > worst) worst = regret(c);
        chosen += c->kernels[0].seconds;
        best += c->kernels[c->best].seconds;
    }
    putchar('\n');
    sn_put_label("layers");
    printf("%u that several kernels can compute, each once of the same sizes\n", r->n);
    sn_put_label("regret");
    printf("%.1f %% in the mean, %.1f %% at worst; of all the time %.1f %%\n", 100 * mean,
           100 * worst, best > 0 ? 100 * (chosen / best - 1) : 0);
}

static void put_choices(const sn_choice_check *r)
{
    printf("%-*s  %-14s %9s %9s  %-14s %9s %9s  %7s\n", LAYER_WIDTH, "layer", "chosen", "us",
           "estimate", "fastest", "us", "estimate", "regret");
    for (uint32_t i = 0; i < r->n; i++) {
        const sn_checked_choice *c = &r->choices[i];
        const sn_timed_kernel *a = &c->kernels[0], *b = &c->kernels[c->best];
        printf("%-*s  %-14s %9.1f %9.1f  ", LAYER_WIDTH, sn_cli_safe(c->layer), a->kernel,
               1e6 * a->seconds, 1e6 * a->estimate);
        if (a == b)
            printf("%-14s %9s %9s  %7s\n", "the same", "", "", "");
        else
            printf("%-14s %9.1f %9.1f  %5.1f %%\n", b->kernel, 1e6 * b->seconds, 1e6 * b->estimate,
                   100 * regret(c));
    }
    put_totals(r);
}

static void choices_json(sn_cli *cli, const sn_choice_check *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->n; i++) {
        const sn_checked_choice *c = &r->choices[i];
        json_t *o = json_object(), *kernels = json_array();
        for (uint32_t j = 0; j < c->n; j++) {
            json_t *k = json_object();
            json_object_set_new(k, "kernel", sn_json_text(c->kernels[j].kernel));
            json_object_set_new(k, "estimated_seconds", sn_json_real(c->kernels[j].estimate));
            json_object_set_new(k, "seconds", sn_json_real(c->kernels[j].seconds));
            json_array_append_new(kernels, k);
        }
        json_object_set_new(o, "layer", sn_json_text(c->layer));
        json_object_set_new(o, "kernels", kernels);
        json_object_set_new(o, "regret", sn_json_real(regret(c)));
        json_array_append_new(list, o);
    }
    json_object_set_new(sn_json_root(cli), "choices", list);
}

static int check(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    const sn_compile_options o = {.target = s->target, .machine = s->machine};
    sn_model *m = NULL, *sized = NULL;
    sn_choice_check r;
    int code = sn_cli_load(cli, s->checked, s->bin, &m);
    if (!code) code = sn_cli_prepare(cli, m);
    if (!code) code = sn_cli_sized(cli, m, &sized);
    if (code) return code;
    const sn_status status = sn_model_check_choices(sized, &o, (uint32_t)s->rounds, &r);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    if (s->json)
        choices_json(cli, &r);
    else
        put_choices(&r);
    return 0;
}

static int run(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (s->list && (s->checked || s->out)) return sn_cli_usage(cli, "--list stands alone");
    if (s->checked && s->out)
        return sn_cli_usage(cli, "-o writes facts, --check measures kernels: one at a time");
    if (!s->checked && (s->target || s->machine || s->rounds))
        return sn_cli_usage(cli, "--target, --machine and --rounds are for --check IN");
    int code = sn_cli_open(cli);
    if (code) return code;
    return s->list ? list_all(cli) : s->checked ? check(cli) : measure(cli);
}

const sn_command sn_cmd_tune = {
    .usage = "[options]",
    .about = "Measures what this processor does: products by width of vectors, caches, memory, "
             "barriers. From these facts alone follows which kernels are chosen and what is fused "
             "for it; they are kept beside compiled networks, and measured once without being "
             "asked. Do so again when the machine was busy then.",
    .examples = "sinter tune\n"
                "sinter tune -o board.machine\n"
                "sinter tune --check face.param\n",
    .options = options,
    .run = run,
};
