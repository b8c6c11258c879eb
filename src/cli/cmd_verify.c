/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter verify: two networks, the same inputs, one verdict; or a network and what something else
 * made of the same inputs. */
#include <string.h>

#include "cli/feed.h"
#include "cli/json.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"bin-a", 0, SN_OPTION_TEXT, AT(bin_a), "FILE|seed:N",
     "the weights of A (default: the .bin beside it)", 0, false},
    {"bin-b", 0, SN_OPTION_TEXT, AT(bin_b), "FILE|seed:N",
     "the weights of B (default: the .bin beside it)", 0, false},
    {"map", 0, SN_OPTION_LIST, AT(maps), "NAME_IN_A=NAME_IN_B",
     "what B calls an input or an output of A (repeatable)", 0, false},
    {"reference", 0, SN_OPTION_LIST, AT(references), "[NAME=]FILE",
     "in place of B: an output of A as something else computed it of the inputs that --input-file "
     "and --image give, from a .npy, a .pb, or a file of nothing but its elements; without NAME: "
     "the only output (repeatable)",
     0, false},
    {"bound", 0, SN_OPTION_REAL, AT(bound), "X",
     "the distance that is allowed: max|a-b| / max|a| of each output (default: of each element "
     "what "
     "rounding explains, measured)",
     0, false},
    {"storage", 0, SN_OPTION_FLAG, AT(stored), NULL,
     "what rounding weights to half precision does is allowed, too, for where one network stores "
     "them so",
     0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_feed,
                                           sn_options_input,
                                           sn_options_custom,
                                           sn_options_threads,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

/* What was compared, worst first: all that differ, and as many of the others as one reads. */
static void put_compared(const sn_comparison *c)
{
    const uint32_t most = 12;
    int name = 0, shape = 0;
    uint32_t n = 0;
    for (; n < c->n_compared; n++) {
        const sn_compared_info *e = &c->compared[n];
        if (n >= most && e->equal) break;
        if (sn_columns(e->name) > name) name = sn_columns(e->name);
        if (sn_columns(e->shape) > shape) shape = sn_columns(e->shape);
    }
    for (uint32_t i = 0; i < n; i++) {
        const sn_compared_info *e = &c->compared[i];
        sn_put_safe(stdout, e->name);
        printf("%*s  %s", name - sn_columns(e->name), "", e->shape);
        printf("%*s  ", shape - sn_columns(e->shape), "");
        printf("%s", sn_number_of_distance(e->distance).s);
        if (e->noise > 0) printf(" (rounding alone makes %s)", sn_number_of_distance(e->noise).s);
        if (!e->equal) printf("  differs");
        if (e->why) {
            printf(": ");
            sn_put_safe(stdout, e->why);
        }
        printf("\n");
    }
    if (n < c->n_compared) printf("and %u more, none of them further apart\n", c->n_compared - n);
    if (n) printf("\n");
}

static int verdict(sn_cli *cli, const sn_comparison *c)
{
    const sn_texts *r = &cli->set.references;
    const char *a = cli->args[0], *b = r->n ? "its references" : cli->args[1];
    if (cli->set.json) {
        json_t *root = sn_json_root(cli);
        json_object_set_new(root, "a", sn_json_text(a));
        json_object_set_new(root, "b", r->n ? json_null() : sn_json_text(b));
        json_object_set_new(root, "references", r->n ? sn_json_texts(r->v, r->n) : json_null());
        json_object_set_new(root, "comparison", sn_json_comparison(c));
    }
    if (!c->ran) {
        return sn_cli_error(cli, SN_E_UNSUPPORTED, "%s and %s were not compared: %s", a, b,
                            c->why_not ? c->why_not : "no reason is known");
    }
    if (!cli->set.quiet && !cli->set.json) {
        put_compared(c);
        sn_put_label(sn_cli_verdict(c));
        sn_cli_put_comparison(c, false);
    }
    if (c->equal) return 0;
    if (c->inconclusive)
        return sn_cli_error(cli, SN_E_INCONCLUSIVE,
                            "whether %s and %s %s the same could not be decided: %s", a, b,
                            r->n ? "are" : "compute", c->doubt);
    if (r->n) return sn_cli_error(cli, SN_E_DIFFERS, "%s computes something else than %s", a, b);
    return sn_cli_error(cli, SN_E_DIFFERS, "%s and %s compute different results", a, b);
}

/* ---- references ------------------------------------------------------------------------------ */

/* Of the type and sizes of output `index`, as far as a file does not say them. */
static int read_reference(sn_cli *cli, sn_model *m, uint32_t index, const char *path, sn_array *out)
{
    sn_stream raw;
    sn_value_info v;
    int code = sn_npy_read(cli, path, out, &raw);
    if (code) return code;
    const sn_status status = sn_model_output_value(m, index, &v);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    const bool bare = raw.file != NULL;
    if (bare && v.bytes < 0) {
        fclose(raw.file);
        return sn_cli_error(cli, SN_E_SHAPE,
                            "%s: is no .npy, and of output '%s', whose sizes are not known, one "
                            "is expected",
                            path, v.name);
    }
    if (bare) code = sn_npy_read_raw(cli, &raw, (uint64_t)v.bytes, out);
    if (!code) code = sn_npy_as(cli, out, *v.type ? v.type : "f32");
    if (code || !bare) return code;
    if (out->bytes != (uint64_t)v.bytes)
        return sn_cli_error(cli, SN_E_SHAPE, "%s: has %zu bytes, output '%s' has %zu", path,
                            (size_t)out->bytes, v.name, (size_t)v.bytes);
    out->rank = v.rank;
    memcpy(out->sizes, v.sizes, sizeof out->sizes);
    return 0;
}

static int read_references(sn_cli *cli, sn_model *m, sn_array *list)
{
    const uint32_t n = sn_model_n_outputs(m);
    const sn_texts *given = &cli->set.references;
    const char **names = sn_cli_alloc((n + 1) * sizeof *names);
    for (uint32_t i = 0; i < n; i++) names[i] = sn_cli_join(sn_model_output(m, i), "");
    for (size_t i = 0; i < given->n; i++) {
        const char *path = NULL;
        uint32_t at = 0;
        int code = sn_cli_named_file(cli, "reference", "output", given->v[i], names, n, &at, &path);
        if (!code && list[at].data)
            code = sn_cli_usage(cli, "--reference %s: output '%s' is given twice", given->v[i],
                                names[at]);
        if (!code) code = read_reference(cli, m, at, path, &list[at]);
        if (code) return code;
    }
    return 0;
}

static int check_reference_options(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    const char *of_two = s->bin_b ? "bin-b" : s->maps.n ? "map" : s->stored ? "storage" : NULL;
    if (cli->n_args > 1)
        return sn_cli_usage(cli,
                            "--reference is in place of a second network; '%s' is one "
                            "argument too many",
                            cli->args[1]);
    return of_two
               ? sn_cli_usage(cli, "--%s is about two networks, and --reference about one", of_two)
               : 0;
}

static int run_beside_references(sn_cli *cli)
{
    sn_model *m = NULL, *sized = NULL;
    const void *const *inputs = NULL;
    int code = check_reference_options(cli);
    if (!code) code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin_a, &m);
    if (!code) code = sn_cli_pin(cli, m);
    if (!code) code = sn_cli_feed(cli, m, &sized, &inputs);
    if (code) return code;
    sn_array *list = sn_cli_alloc((sn_model_n_outputs(sized) + 1) * sizeof *list);
    memset(list, 0, (sn_model_n_outputs(sized) + 1) * sizeof *list);
    code = read_references(cli, sized, list);
    if (code) return code;
    sn_comparison c = {0};
    const sn_status status = sn_model_compare_given(sized, inputs, list, cli->set.bound, &c);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? verdict(cli, &c) : sn_cli_fail(cli, status);
}

/* ---- run ------------------------------------------------------------------------------------- */

static int check_two(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (cli->n_args < 2)
        return sn_cli_usage(cli, "B is missing: a second network, or --reference NAME=FILE");
    const char *fed = s->image           ? "image"
                      : s->resize        ? "resize"
                      : s->mean          ? "mean"
                      : s->scale         ? "scale"
                      : s->bgr           ? "bgr"
                      : s->input_files.n ? "input-file"
                                         : NULL;
    return fed ? sn_cli_usage(cli,
                              "--%s is for --reference; two networks are run on inputs of "
                              "several kinds, made from a seed",
                              fed)
               : 0;
}

static int run(sn_cli *cli)
{
    sn_model *a = NULL, *b = NULL;
    if (cli->set.references.n) return run_beside_references(cli);
    int code = check_two(cli);
    if (!code) code = sn_cli_open(cli);
    if (!code && cli->set.stored && cli->set.bound > 0)
        code = sn_cli_usage(
            cli, "--storage measures what is allowed, and --bound gives it: one of them");
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin_a, &a);
    if (!code) code = sn_cli_load(cli, cli->args[1], cli->set.bin_b, &b);
    if (!code) code = sn_cli_check_pinned_once(cli, &cli->set.inputs);
    if (code) return code;
    sn_comparison c = {0};
    sn_status status = sn_model_match(a, b, cli->set.maps.v, cli->set.inputs.v);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    status = cli->set.stored ? sn_model_compare_storage(a, b, &c)
                             : sn_model_compare(a, b, cli->set.bound, &c);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? verdict(cli, &c) : sn_cli_fail(cli, status);
}

const sn_command sn_cmd_verify = {
    .usage = "A B [options], or A --reference [NAME=]FILE --input-file [NAME=]FILE [options]",
    .about =
        "Runs both networks on the same inputs, made from a seed, and compares every output. "
        "Inputs and outputs are "
        "matched by name, or as --map says. Sizes of --input are those of either network: where "
        "only one has an axis of images in front, 1 is put in front for it, or goes for the "
        "other. A layer that cannot be run is a boundary: what goes into it is "
        "compared, what comes out is "
        "made up, the same on both sides, and it is listed. "
        "The verdict is same, different, or inconclusive: outputs agree, and something else "
        "speaks against it, or nothing "
        "can be decided. With --reference, outputs of A alone are compared with arrays that "
        "another tool made of the same inputs.",
    .examples = "sinter verify face.param fused.param\n"
                "sinter verify a.param b.param --bin-a seed:1 --bin-b seed:1 --input data=3,64,64 "
                "--bound 1e-5\n"
                "sinter verify a.onnx b.param --map images=in0 --map scores=out0 "
                "--input images=1,3,224,224\n"
                "sinter verify a.onnx --input-file images=in.npy --reference scores=out.npy\n",
    .options = options,
    .min_args = 1,
    .max_args = 2,
    .run = run,
};
