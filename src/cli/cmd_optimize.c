/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter optimize: load, say what holds, rewrite and check, save, and only then report. */
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/dump.h"
#include "cli/json.h"
#include "cli/remarks.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "OUT",
     "write the network here; without it nothing is written", 0, false},
    SN_ROWS_RESULTS,
    {"verify", 0, SN_OPTION_CHOICE, AT(verify), "default|each|whole|off",
     "what is run before and after: each rewrite, and the whole network where it can be run "
     "(default); each rewrite; the whole network, which fails when it cannot be run; nothing. What "
     "is written is the same",
     0, false},
    SN_ROWS_PASSES,
    {"fuse-siblings", 0, SN_OPTION_CHOICE, AT(fuse_siblings), "cost|always|never",
     "layers that read one value as one layer with all channels: where it is faster (default); "
     "also where the "
     "result has to be cut apart at a cost; never",
     0, false},
    {"batch", 0, SN_OPTION_COUNT, AT(batch), "N",
     "make it the network of N images: an axis of one image in front becomes one of N, or inputs "
     "and outputs get that axis. Sizes must be known, and the format must have a batch",
     4096, false},
    {"stop-after", 0, SN_OPTION_COUNT, AT(stop_after), "N",
     "make N rewrites at most (default: 0, no limit)", INT32_MAX, false},
    {"dump-after", 0, SN_OPTION_NAMES, AT(dump_after), "PASS,PASS|all",
     "write the network as text after each of these passes that changed it", 0, false},
    {"dump-to", 0, SN_OPTION_TEXT, AT(dump_to), "DIR",
     "where dumps go, as DIR/001-PASS.txt and so on (default: the working folder)", 0, false},
    {"explain", 0, SN_OPTION_FLAG, AT(explain), NULL,
     "report every rewrite, and everything refused with its reason", 0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_part,
                                           sn_options_input,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_storage,
                                           sn_options_spelling,
                                           sn_options_threads,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

static int check_settings(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (s->dump_to && !s->dump_after.n)
        return sn_cli_usage(cli, "--dump-to says where to write dumps; --dump-after is missing");
    if (s->out) return 0;
    if (s->out_bin) return sn_cli_usage(cli, "--out-bin says where to write; -o OUT is missing");
    if (s->storage)
        return sn_cli_usage(cli, "--fp16 and --fp32 say how to write; -o OUT is missing");
    return 0;
}

/* ---- summary --------------------------------------------------------------------------------- */

static void put_macs(const sn_optimize_result *r)
{
    sn_put_label("MACs");
    if (r->macs_before < 0 || r->macs_after < 0) {
        printf("not all sizes are known; --input NAME=SIZES gives them\n");
        return;
    }
    sn_number before = sn_number_of(r->macs_before), after = sn_number_of(r->macs_after);
    bool same = strcmp(before.s, after.s) == 0;
    printf("%s%s%s\n", before.s, same ? ", as before" : " -> ", same ? "" : after.s);
}

static void put_checks(const sn_cli *cli, const sn_optimize_result *r, const sn_remarks *remarks)
{
    if (!r->n_rewrites && !r->n_refused) return;
    sn_put_label("checked");
    if (cli->set.verify == SN_VERIFY_OFF || cli->set.verify == SN_VERIFY_WHOLE) {
        printf("not one by one: --verify=%s\n", cli->set.verify == SN_VERIFY_OFF ? "off" : "whole");
        return;
    }
    if (r->n_unchecked) printf("%u of ", r->n_checked);
    uint32_t n = r->n_checked + r->n_unchecked;
    printf("%u rewrite%s", n, n == 1 ? "" : "s");
    if (r->n_checked) printf(", worst distance %s", sn_number_of_distance(r->worst_rewrite).s);
    if (r->n_refused) printf(", %u taken back", r->n_refused);
    printf("%s\n", r->n_unchecked ? "; not checked:" : "");
    sn_remarks_put_unchecked(remarks);
}

static void put_pins(const sn_cli *cli)
{
    for (size_t i = 0; i < cli->set.inputs.n; i++) {
        sn_put_label(i ? "" : "holds for");
        sn_put_safe(stdout, cli->set.inputs.v[i]);
        printf("%s\n", i + 1 == cli->set.inputs.n ? " only" : "");
    }
}

static bool checks_written(const sn_cli *cli)
{
    return cli->set.out && cli->set.storage && cli->set.verify != SN_VERIFY_OFF;
}

static void put_layers(uint32_t n) { printf("%u layer%s", n, n == 1 ? "" : "s"); }

/* Of weights that were halves and that rewrites changed. */
static void put_kept_storage(const sn_storage_info *s)
{
    if (!s->n_singles && !s->n_halves) return;
    sn_put_label("storage");
    if (s->n_halves) {
        printf("rewritten weights of ");
        put_layers(s->n_halves);
        printf(" in half precision again, which moves results by %s\n",
               sn_number_of_distance(s->moved).s);
    }
    if (!s->n_singles) return;
    if (s->n_halves) sn_put_label("");
    printf("rewritten weights of ");
    put_layers(s->n_singles);
    printf(" in single precision; --fp16 would save %s",
           sn_number_of_bytes((double)s->bytes_more).s);
    if (s->why_not) {
        printf("; how far it would move results was not measured: ");
        sn_put_safe(stdout, s->why_not);
    } else if (s->all_move >= 0) {
        printf(" and move results by %s", sn_number_of_distance(s->all_move).s);
    }
    printf("\n");
}

static void put_storage(const sn_cli *cli, const sn_storage_info *s, const sn_comparison *written)
{
    if (cli->set.storage != SN_WEIGHTS_FP16) {
        put_kept_storage(s);
        return;
    }
    sn_put_label("storage");
    printf("half precision");
    if (written->ran)
        printf(", which moves results by %s", sn_number_of_distance(written->worst).s);
    printf("\n");
}

static void put_summary(const sn_cli *cli, const sn_optimize_result *r, const sn_remarks *remarks,
                        const sn_storage_info *storage, const sn_comparison *written)
{
    if (cli->set.batch) {
        sn_put_label("batch");
        printf("%" PRIu64 " images; what follows is of all of them\n", cli->set.batch);
    }
    sn_put_label("layers");
    printf("%u -> %u\n", r->layers_before, r->layers_after);
    put_macs(r);
    sn_put_label("rewrites");
    printf("%u\n", r->n_rewrites);
    if (!cli->set.explain) sn_remarks_put_counts(remarks); /* else they head the lists above */
    put_checks(cli, r, remarks);
    sn_put_label("network");
    if (!r->n_rewrites) {
        printf("as it was: nothing was rewritten\n");
    } else {
        sn_cli_put_comparison(&r->whole, true);
    }
    if (r->n_rewrites) put_pins(cli);
    put_storage(cli, storage, written);
    if (cli->set.out) {
        sn_cli_put_written(cli, cli->set.out, cli->set.out_bin);
        if (checks_written(cli)) sn_cli_put_check_written(stdout, written);
    } else {
        sn_put_label("written");
        printf("nothing: a dry run, since no -o OUT was given\n");
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Of weights that were halves and that rewrites changed; null: there are none. */
static json_t *storage_of(const sn_storage_info *s)
{
    if (!s->n_singles && !s->n_halves) return json_null();
    json_t *o = json_object();
    json_object_set_new(o, "single_layers", json_integer(s->n_singles));
    json_object_set_new(o, "half_layers", json_integer(s->n_halves));
    json_object_set_new(o, "bytes_more", json_integer((json_int_t)s->bytes_more));
    json_object_set_new(o, "bytes_saved", json_integer((json_int_t)s->bytes_saved));
    json_object_set_new(o, "distance", sn_json_real(s->moved));
    json_object_set_new(o, "distance_of_all",
                        s->all_move >= 0 ? sn_json_real(s->all_move) : json_null());
    json_object_set_new(o, "why_not", sn_json_text(s->why_not));
    return o;
}

static void set_json(sn_cli *cli, const sn_optimize_result *r, const sn_remarks *remarks,
                     const sn_storage_info *storage)
{
    static const char *const storages[] = {"keep", "fp32", "fp16"};
    json_t *root = sn_json_root(cli);
    json_object_set_new(root, "file", sn_json_text(cli->args[0]));
    sn_json_optimized(cli, r, remarks);
    json_object_set_new(root, "batch",
                        cli->set.batch ? json_integer((json_int_t)cli->set.batch) : json_null());
    json_object_set_new(root, "storage", sn_json_text(storages[cli->set.storage]));
    json_object_set_new(root, "rewritten_halves", storage_of(storage));
}

static void set_json_written(sn_cli *cli, const sn_comparison *written, bool ok)
{
    const sn_settings *s = &cli->set;
    bool is = ok && s->out;
    json_object_set_new(sn_json_root(cli), "written",
                        is ? sn_json_written(cli, s->out, s->out_bin) : json_null());
    json_object_set_new(sn_json_root(cli), "written_check",
                        is && checks_written(cli) ? sn_json_comparison(written) : json_null());
}

/* What a network costs, in bytes: at the sizes that are known, hinted at or chosen. */
static json_t *bytes_of(sn_model *m)
{
    sn_model *sized = NULL;
    sn_sizes_from from;
    sn_cost_info cost;
    json_t *o = json_object();
    if (sn_model_at_some_size(m, &sized, &from) != SN_OK || sn_model_cost(sized, &cost) != SN_OK)
        return o;
    json_object_set_new(o, "weights", json_integer((json_int_t)cost.weight_bytes));
    json_object_set_new(o, "peak",
                        cost.known ? json_integer((json_int_t)cost.peak_bytes) : json_null());
    sn_model_destroy(sized);
    return o;
}

/* ---- run ------------------------------------------------------------------------------------- */

static int check_ran(sn_cli *cli, const sn_optimize_result *r)
{
    if (cli->set.verify != SN_VERIFY_WHOLE || r->whole.equal || !r->n_rewrites) return 0;
    if (r->whole.ran)
        return sn_cli_error(cli, SN_E_INCONCLUSIVE,
                            "whether the whole network computes the same could not be decided, so "
                            "nothing was written: %s. "
                            "--verify=default writes what was checked rewrite by rewrite",
                            r->whole.doubt ? r->whole.doubt : "no reason is known");
    return sn_cli_error(cli, SN_E_UNSUPPORTED,
                        "the whole network could not be run, so nothing was written: %s. "
                        "--verify=default writes what "
                        "was checked rewrite by rewrite",
                        r->whole.why_not ? r->whole.why_not : "no reason is known");
}

/* Each remark is shown, also of what was not done; else rewrites are counted, if anybody listens.
 */
static bool lists_remarks(const sn_cli *cli) { return cli->set.explain || cli->set.json; }
static bool tells_nothing(const sn_cli *cli) { return cli->set.quiet && !lists_remarks(cli); }

typedef struct watcher {
    sn_remarks *remarks;
    sn_dump dump;
} watcher;

static void on_remark(void *user, const sn_remark_info *remark)
{
    watcher *w = user;
    sn_remarks_add(w->remarks, remark);
}

static sn_status on_changed(void *user, sn_model *m, const char *pass, uint32_t n_rewrites)
{
    watcher *w = user;
    (void)n_rewrites;
    return sn_dump_model(&w->dump, m, pass);
}

static int optimize_and_save(sn_cli *cli, sn_model *m, sn_optimize_result *r, sn_remarks *remarks,
                             sn_storage_info *storage, sn_comparison *written)
{
    sn_model *original = NULL;
    if (checks_written(cli)) {
        sn_status cloned = sn_model_clone(m, &original);
        if (cloned != SN_OK) return sn_cli_fail(cli, cloned);
    }
    watcher w = {remarks, {.cli = cli}};
    sn_optimize_options o = {
        .verify = (sn_verify_mode)cli->set.verify,
        .passes = cli->set.passes.v,
        .skip = cli->set.skip.v,
        .remark = tells_nothing(cli) ? NULL : on_remark,
        .user = &w,
        .rewrites_only = !lists_remarks(cli),
        .stop_after = (uint32_t)cli->set.stop_after,
        .siblings = (sn_fuse_siblings)cli->set.fuse_siblings,
        .no_totals =
            tells_nothing(cli) && cli->set.out, /* what cannot be written is found out by writing */
    };
    if (cli->set.dump_after.n) {
        o.changed = on_changed;
        o.changed_by = sn_dump_passes(cli);
    }
    sn_status status = sn_model_optimize(m, &o, r);
    sn_progress_clear(&cli->progress);
    if (w.dump.failed) return w.dump.failed;
    if (status != SN_OK) return sn_cli_fail(cli, status);
    int code = check_ran(cli, r);
    if (code) return code;
    if (cli->set.storage == SN_WEIGHTS_KEEP) {
        status = sn_model_choose_storage(m, storage);
        sn_progress_clear(&cli->progress);
        if (status != SN_OK) return sn_cli_fail(cli, status);
    }
    if (!cli->set.out) return 0;
    code = sn_cli_save(cli, m, cli->set.out, cli->set.out_bin, cli->set.storage);
    if (code || !original) return code;
    return sn_cli_check_written(cli, original, m, cli->set.out, cli->set.out_bin, written);
}

static int set_batch(sn_cli *cli, sn_model *m)
{
    const sn_settings *s = &cli->set;
    const sn_status status = sn_model_set_batch(m, (int)s->batch, (sn_verify_mode)s->verify);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int run(sn_cli *cli)
{
    sn_model *m = NULL;
    int code = check_settings(cli);
    if (!code) code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = sn_cli_prepare(cli, m);
    if (!code && cli->set.batch) code = set_batch(cli, m);
    if (code) return code;
    sn_remarks remarks = {.only_counted = !lists_remarks(cli)};
    sn_optimize_result r = {0};
    sn_storage_info storage = {0};
    sn_comparison written = {0};
    json_t *before = cli->set.json ? bytes_of(m) : NULL;
    code = optimize_and_save(cli, m, &r, &remarks, &storage, &written);
    /* Also of a run that failed: what was done says which pass to skip. */
    if (cli->set.json) {
        set_json(cli, &r, &remarks, &storage);
        json_object_set_new(sn_json_root(cli), "bytes", sn_json_pair(before, bytes_of(m)));
        set_json_written(cli, &written, !code);
        return code ? code : sn_cli_written_verdict(cli, cli->set.out, &written);
    }
    if (cli->set.explain) sn_remarks_put_all(&remarks);
    if (!code && !cli->set.quiet) put_summary(cli, &r, &remarks, &storage, &written);
    return code ? code : sn_cli_written_verdict(cli, cli->set.out, &written);
}

const sn_command sn_cmd_optimize = {
    .usage = "IN [-o OUT] [options]",
    .about = "Rewrites the network IN into one with fewer layers that computes the same, up to "
             "rounding, for every input "
             "of every size that IN takes; with --input, for those sizes. A rewrite is made only "
             "where the network itself "
             "proves it right, and then checked by running both sides. Nothing is written when the "
             "whole network turns "
             "out to compute something else. OUT may be IN.",
    .examples =
        "sinter optimize face.param -o fused.param\n"
        "sinter optimize face.param -o small.param --fp16 --input data=3,240,320 --explain\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
