/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter bisect: the first rewrite after which the network computes something else. Rewrites come
 * in a fixed order, so "after N of them" names a network; those after the wrong one keep what it
 * did, and halving the range finds it in log2(N) runs. */
#include <string.h>

#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"bound", 0, SN_OPTION_REAL, AT(bound), "X",
     "the distance that is allowed: max|a-b| / max|a| of each output (default: of each element "
     "what "
     "rounding explains, measured)",
     0, false},
    SN_ROWS_PASSES,
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_input,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_threads,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

typedef struct bisection {
    sn_cli *cli;
    sn_model *original;
    uint32_t n_tried;
    json_t *tries;     /* with --json */
    char *pass, *text; /* of the last rewrite of the last try */
    sn_comparison found;
} bisection;

static void on_remark(void *user, const sn_remark_info *r)
{
    bisection *b = user;
    if (!r->fired) return;
    b->pass = sn_cli_copy(r->pass, strlen(r->pass));
    b->text = sn_cli_copy(r->text, strlen(r->text));
}

/* With --json, what people read as it is found stands in a list. */
static void note(bisection *b, uint32_t n_rewrites)
{
    if (!b->cli->set.json) return;
    if (!b->tries) {
        b->tries = json_array();
        json_object_set_new(sn_json_root(b->cli), "tries", b->tries);
    }
    json_t *o = json_object();
    json_object_set_new(o, "rewrites", json_integer(n_rewrites));
    json_object_set_new(o, "equal", json_boolean(b->found.equal));
    json_object_set_new(o, "distance", sn_json_real(b->found.worst));
    json_array_append_new(b->tries, o);
}

static void set_found(bisection *b, uint32_t first_bad)
{
    json_t *root = sn_json_root(b->cli), *o = json_object();
    json_object_set_new(o, "rewrite", json_integer(first_bad));
    json_object_set_new(o, "pass", sn_json_text(b->pass));
    json_object_set_new(o, "text", sn_json_text(b->text));
    json_object_set_new(root, "first_different", o);
    json_object_set_new(root, "comparison", sn_json_comparison(&b->found));
}

/* Makes `most` rewrites (0: all), unchecked, and runs the result against the original. */
static int try(bisection *b, uint32_t most, uint32_t *n_rewrites)
{
    sn_model *m = NULL;
    sn_status status = sn_model_clone(b->original, &m);
    if (status != SN_OK) return sn_cli_fail(b->cli, status);
    sn_optimize_options o = {.verify = SN_VERIFY_OFF,
                             .passes = b->cli->set.passes.v,
                             .skip = b->cli->set.skip.v,
                             .remark = on_remark,
                             .user = b,
                             .stop_after = most};
    sn_optimize_result r = {0};
    b->n_tried++;
    b->pass = b->text = NULL;
    status = sn_model_optimize(m, &o, &r);
    b->found = (sn_comparison){0};
    if (status == SN_OK) status = sn_model_compare(b->original, m, b->cli->set.bound, &b->found);
    sn_progress_clear(&b->cli->progress);
    sn_model_destroy(m);
    if (status != SN_OK) return sn_cli_fail(b->cli, status);
    if (!b->found.ran)
        return sn_cli_error(b->cli, SN_E_UNSUPPORTED, "the network could not be run: %s",
                            b->found.why_not ? b->found.why_not : "no reason is known");
    if (n_rewrites) *n_rewrites = r.n_rewrites;
    note(b, most == SN_STOP_AT_ONCE ? 0 : r.n_rewrites);
    return 0;
}

/* What is inconclusive shows no difference. */
static bool is_right(const bisection *b) { return b->found.equal || b->found.inconclusive; }

/* Right after `good` rewrites, different after *bad, which becomes the first that is. Ends with
 * that one tried. */
static int search(bisection *b, uint32_t good, uint32_t *bad)
{
    while (*bad - good > 1) {
        uint32_t middle = good + (*bad - good) / 2;
        int code = try(b, middle, NULL);
        if (code) return code;
        if (!b->cli->set.quiet && !b->cli->set.json)
            printf("%5u rewrite%s  %-9s, distance %s\n", middle, middle == 1 ? " " : "s",
                   sn_cli_verdict(&b->found), sn_number_of_distance(b->found.worst).s);
        *(is_right(b) ? &good : bad) = middle;
    }
    return try(b, *bad, NULL);
}

static int report(bisection *b, uint32_t bad)
{
    return sn_cli_error(b->cli, SN_E_DIFFERS, "rewrite %u (%s) changes what the network computes",
                        bad, b->pass ? b->pass : "?");
}

static int tell(bisection *b, uint32_t bad)
{
    if (b->cli->set.json) {
        set_found(b, bad);
        return report(b, bad);
    }
    printf("rewrite %u is the first that changes what the network computes\n", bad);
    sn_put_label("pass");
    printf("%s\n", b->pass ? b->pass : "none was reported");
    sn_put_label("rewrite");
    sn_put_safe(stdout, b->text ? b->text : "");
    printf("\n");
    sn_put_label("distance");
    printf("%s\n", sn_number_of_distance(b->found.worst).s);
    if (b->found.different) {
        sn_put_label("differs");
        sn_put_safe(stdout, b->found.different);
        printf("\n");
    }
    sn_put_label("around it");
    printf("--skip %s leaves the pass out", b->pass ? b->pass : "PASS");
    if (bad > 1) printf("; --stop-after %u is the last that is right", bad - 1);
    printf("\n");
    return report(b, bad);
}

static int bisect(bisection *b)
{
    uint32_t n = 0;
    int code = try(b, 0, &n);
    if (code) return code;
    if (b->found.inconclusive) {
        if (b->cli->set.json)
            json_object_set_new(sn_json_root(b->cli), "comparison", sn_json_comparison(&b->found));
        return sn_cli_error(
            b->cli, SN_E_INCONCLUSIVE,
            "%u rewrite%s, and whether the network computes the same could not be decided: %s", n,
            n == 1 ? "" : "s", b->found.doubt);
    }
    if (b->found.equal && b->cli->set.json) {
        json_object_set_new(sn_json_root(b->cli), "first_different", json_null());
        json_object_set_new(sn_json_root(b->cli), "comparison", sn_json_comparison(&b->found));
        return 0;
    }
    if (b->found.equal) {
        printf("%u rewrite%s, and the network computes the same: distance %s\n", n,
               n == 1 ? "" : "s", sn_number_of_distance(b->found.worst).s);
        return 0;
    }
    if (!b->cli->set.quiet && !b->cli->set.json)
        printf("%5u rewrite%s  different, distance %s\n", n, n == 1 ? " " : "s",
               sn_number_of_distance(b->found.worst).s);
    code = try(b, SN_STOP_AT_ONCE, NULL);
    if (code) return code;
    if (!is_right(b))
        return sn_cli_error(b->cli, SN_E_DIFFERS,
                            "the network differs before any rewrite was made: distance %s",
                            sn_number_of_distance(b->found.worst).s);
    code = search(b, 0, &n);
    return code ? code : tell(b, n);
}

static int run(sn_cli *cli)
{
    bisection b = {.cli = cli};
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &b.original);
    if (!code) code = sn_cli_prepare(cli, b.original);
    return code ? code : bisect(&b);
}

const sn_command sn_cmd_bisect = {
    .usage = "IN [options]",
    .about = "Optimizes IN without checking rewrites one by one, compares the result with IN, and "
             "when it differs finds the "
             "rewrite from which on it does, by making fewer of them. For when a network that was "
             "optimized is not right, "
             "or a pass that you wrote is not. Nothing is written.",
    .examples = "sinter bisect face.param\n"
                "sinter bisect face.param --input data=3,240,320 --bound 1e-6\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
