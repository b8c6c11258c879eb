/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that commands share: context, loading, pinning, saving, reports. */
#include <math.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/json.h"
#include "cli/npy.h"

static void on_message(void *user, bool is_warning, const char *text)
{
    sn_cli *cli = user;
    if (is_warning) {
        sn_cli_warn(cli, "%s", text);
        return;
    }
    if (cli->set.json || cli->keeps_messages) sn_json_add_message(cli, false, text);
    if (!cli->set.json && !cli->set.quiet) {
        sn_progress_clear(&cli->progress);
        fputs("sinter: note: ", stderr);
        sn_put_safe(stderr, text);
        fputc('\n', stderr);
    }
}

static void on_progress(void *user, const char *what, uint64_t n_done, uint64_t n_total)
{
    sn_cli *cli = user;
    sn_progress_show(&cli->progress, what, n_done, n_total);
}

int sn_cli_open(sn_cli *cli)
{
    if (cli->set.quiet) cli->progress.on = false;
    sn_context_options o = {
        .message = on_message,
        .progress = on_progress,
        .user = cli,
        .threads = (int)cli->set.threads,
        .words = "tool",
    };
    cli->ctx = sn_context_create(&o);
    return cli->ctx ? 0 : sn_cli_error(cli, SN_E_MEMORY, "out of memory");
}

void sn_cli_reads(sn_cli *cli, const char *path) { sn_texts_add(&cli->reads, path); }

int sn_cli_check_target(sn_cli *cli, const char *path)
{
    for (size_t i = 0; i < cli->reads.n; i++) {
        if (sn_same_file(path, cli->reads.v[i]))
            return sn_cli_error(cli, SN_E_ARG,
                                "%s: would be written over the file that is read as %s", path,
                                cli->reads.v[i]);
    }
    return 0;
}

const char *sn_cli_weights_at(const sn_cli *cli, const char *path, const char *bin)
{
    return bin ? bin : sn_weights_beside(cli->ctx, path, cli->set.format);
}

int sn_cli_load(sn_cli *cli, const char *path, const char *bin, sn_model **out)
{
    sn_model_load_options o = {.weights = bin,
                               .weights_of = cli->set.weights_of.v,
                               .format = cli->set.format,
                               .for_training = cli->set.for_training};
    sn_cli_reads(cli, path);
    const char *weights = sn_cli_weights_at(cli, path, bin);
    if (weights) sn_cli_reads(cli, weights);
    sn_status status = sn_model_load(cli->ctx, path, &o, out);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

/* Where the name of NAME=SIZES ends; 0: there is none, the only input is meant. */
static size_t name_length(const char *text)
{
    const char *eq = strrchr(text, '=');
    return eq ? (size_t)(eq - text) : 0;
}

static bool is_name_of(const char *text, const char *name)
{
    size_t n = name_length(text);
    return strlen(name) == n && memcmp(text, name, n) == 0;
}

int sn_cli_check_pinned_once(sn_cli *cli, const sn_texts *list)
{
    for (size_t i = 0; i < list->n; i++) {
        for (size_t k = 0; k < i; k++) {
            size_t n = name_length(list->v[i]), m = name_length(list->v[k]);
            if (n && m && (n != m || memcmp(list->v[i], list->v[k], n) != 0)) continue;
            if (n && m)
                return sn_cli_usage(cli,
                                    "--input: sizes of '%.*s' are given twice; several sets of "
                                    "sizes are for 'compile'",
                                    (int)n, list->v[i]);
            return sn_cli_usage(cli,
                                "--input %s: the only input is meant, but --input is given twice; "
                                "several sets of sizes are for 'compile'",
                                list->v[n ? k : i]);
        }
    }
    return 0;
}

static int pin(sn_cli *cli, sn_model *m, const char *text)
{
    if (!strchr(text, '=')) text = sn_cli_join("*=", text);
    sn_status status = sn_model_pin(m, text);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int pin_all(sn_cli *cli, sn_model *m, const sn_texts *inputs)
{
    int code = 0;
    for (size_t i = 0; i < inputs->n && !code; i++) code = pin(cli, m, inputs->v[i]);
    return code;
}

int sn_cli_pin(sn_cli *cli, sn_model *m)
{
    int code = sn_cli_check_pinned_once(cli, &cli->set.inputs);
    return code ? code : pin_all(cli, m, &cli->set.inputs);
}

/* ---- several sets of sizes ------------------------------------------------------------------- */

/* Of one input: a text without a name means the only one. */
static bool of_same_input(const char *a, const char *b)
{
    const size_t n = name_length(a), m = name_length(b);
    return !n || !m || (n == m && memcmp(a, b, n) == 0);
}

static void copy_texts(sn_texts *to, const sn_texts *from)
{
    for (size_t i = 0; i < from->n; i++) sn_texts_add(to, from->v[i]);
}

void sn_cli_input_sets(sn_cli *cli, sn_texts **out, size_t *n)
{
    const sn_texts *list = &cli->set.inputs;
    sn_texts *sets = sn_cli_alloc((list->n + 1) * sizeof *sets);
    bool *given = sn_cli_alloc((list->n + 1) * sizeof *given); /* in the last set, by its texts */
    size_t last = 0;
    sets[0] = (sn_texts){0};
    for (size_t i = 0; i < list->n; i++) {
        size_t at = 0;
        while (at < sets[last].n && !of_same_input(sets[last].v[at], list->v[i])) at++;
        if (at < sets[last].n && given[at]) {
            sets[++last] = (sn_texts){0};
            copy_texts(&sets[last], &sets[last - 1]);
            memset(given, 0, (list->n + 1) * sizeof *given);
        }
        if (at < sets[last].n)
            sets[last].v[at] = list->v[i];
        else
            sn_texts_add(&sets[last], list->v[i]);
        given[at] = true;
    }
    *out = sets;
    *n = last + 1;
}

/* ---- constants and parts --------------------------------------------------------------------- */

/* The array as one of the type that the input of that name has. */
static int as_input(sn_cli *cli, sn_model *m, const char *name, sn_array *a)
{
    sn_value_info v;
    for (uint32_t i = 0; i < sn_model_n_inputs(m); i++)
        if (strcmp(sn_model_input(m, i), name) == 0 && sn_model_input_value(m, i, &v) == SN_OK)
            return sn_npy_as(cli, a, *v.type ? v.type : "f32");
    return 0; /* sn_model_set_constant says that there is none */
}

static int set_constant(sn_cli *cli, sn_model *m, const char *text)
{
    const char *eq = strrchr(text, '=');
    sn_array a;
    sn_stream raw;
    if (!eq || eq == text || !eq[1])
        return sn_cli_usage(cli, "--constant %s: NAME=FILE is expected", text);
    int code = sn_npy_read(cli, eq + 1, &a, &raw);
    if (code) return code;
    if (!a.type) {
        fclose(raw.file);
        return sn_cli_error(cli, SN_E_FORMAT, "%s: is no array with a head: a .npy or .pb expected",
                            eq + 1);
    }
    const char *name = sn_cli_copy(text, (size_t)(eq - text));
    code = as_input(cli, m, name, &a);
    if (code) return code;
    sn_status status = sn_model_set_constant(m, name, &a);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int set_constants(sn_cli *cli, sn_model *m)
{
    int code = 0;
    for (size_t i = 0; i < cli->set.constants.n && !code; i++)
        code = set_constant(cli, m, cli->set.constants.v[i]);
    return code;
}

/* Sizes of what --from makes an input; the others are of inputs that the whole network has. */
static bool is_of_part(const sn_cli *cli, const char *text)
{
    const sn_texts *from = &cli->set.from;
    if (from->n && !name_length(text)) return true;
    for (size_t i = 0; i < from->n; i++) {
        if (is_name_of(text, from->v[i])) return true;
    }
    return false;
}

int sn_cli_cut(sn_cli *cli, sn_model *m, const sn_texts *inputs)
{
    const sn_settings *s = &cli->set;
    int code = set_constants(cli, m);
    if (code) return code;
    code = sn_cli_check_pinned_once(cli, inputs);
    if (code) return code;
    if (!s->from.n && !s->to.n) return pin_all(cli, m, inputs);
    for (size_t i = 0; i < inputs->n && !code; i++) {
        if (!is_of_part(cli, inputs->v[i])) code = pin(cli, m, inputs->v[i]);
    }
    if (code) return code;
    sn_status status = sn_model_cut(m, s->from.v, s->to.v);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    for (size_t i = 0; i < inputs->n && !code; i++) {
        if (is_of_part(cli, inputs->v[i])) code = pin(cli, m, inputs->v[i]);
    }
    return code;
}

/* OUT's format, in the version that was asked for, with operators of a run time's own; NULL: that
 * of IN. */
static const char *spelling_of(const sn_cli *cli, char *text, size_t n)
{
    const char *version = cli->set.target_version, *format = cli->set.format;
    const char *spell = cli->set.spell;
    if (!format) format = cli->set.out ? sn_format_of(cli->set.out) : NULL;
    if (version && format && strcmp(version, format) == 0) version = NULL;
    const bool whole = !format || (version && strchr(version, ':'));
    if (!spell && (!version || whole)) return version ? version : format;
    const int length = snprintf(text, n, "%s%s%s%s%s", whole ? "" : format, whole ? "" : ":",
                                version ? version : "", spell ? "+" : "", spell ? spell : "");
    return length < (int)n ? text : version;
}

static int set_results(sn_cli *cli, sn_model *m, const sn_texts *outputs)
{
    sn_status status = SN_OK;
    char text[128];
    const char *aim = spelling_of(cli, text, sizeof text);
    if (aim) status = sn_model_set_spelling(m, aim);
    if (outputs->n && status == SN_OK) status = sn_model_set_outputs(m, outputs->v);
    for (size_t i = 0; i < cli->set.keep.n && status == SN_OK; i++)
        status = sn_model_keep(m, cli->set.keep.v[i]);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

int sn_cli_prepare(sn_cli *cli, sn_model *m)
{
    if (cli->set.outputs.n && cli->set.to.n)
        return sn_cli_usage(cli, "--output and --to both say what the results are; give one");
    int code = sn_cli_cut(cli, m, &cli->set.inputs);
    return code ? code : set_results(cli, m, &cli->set.outputs);
}

static bool has_input(sn_model *m, const char *text)
{
    if (!name_length(text)) return sn_model_n_inputs(m) == 1;
    for (uint32_t i = 0; i < sn_model_n_inputs(m); i++) {
        if (is_name_of(text, sn_model_input(m, i))) return true;
    }
    return false;
}

/* What was written is cut already. */
static int prepare_written(sn_cli *cli, sn_model *m)
{
    const sn_settings *s = &cli->set;
    int code = 0;
    for (size_t i = 0; i < s->inputs.n && !code; i++) {
        if (has_input(m, s->inputs.v[i])) code = pin(cli, m, s->inputs.v[i]);
    }
    return code ? code : set_results(cli, m, s->to.n ? &s->to : &s->outputs);
}

int sn_cli_save(sn_cli *cli, sn_model *m, const char *path, const char *bin, int storage)
{
    sn_model_save_options o = {.weights = bin, .format = cli->set.format};
    o.storage = storage;
    sn_status status = sn_model_save(m, path, &o);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

/* Rounding to halves may move results so far that agreement with `meant` tells nothing. It is what
 * was asked for; what is left to find out is whether the file holds `made`, rounded. */
static sn_status compare_rounded(sn_model *made, sn_model *written, sn_comparison *c)
{
    sn_model *rounded = NULL;
    sn_comparison exact = {0};
    sn_status status = sn_model_clone(made, &rounded);
    if (status == SN_OK) status = sn_model_round_to_halves(rounded);
    if (status == SN_OK) status = sn_model_compare(rounded, written, 0, &exact);
    if (status == SN_OK && exact.equal) c->equal = true, c->inconclusive = false, c->doubt = NULL;
    return status;
}

int sn_cli_check_written(sn_cli *cli, sn_model *meant, sn_model *made, const char *path,
                         const char *bin, sn_comparison *c)
{
    if (bin && strcmp(bin, "none") == 0) {
        *c = (sn_comparison){.why_not = "its weights were not written"};
        return 0;
    }
    sn_model *written = NULL;
    int code = sn_cli_load(cli, path, bin, &written);
    if (!code) code = prepare_written(cli, written);
    if (code) return code;
    const bool halves = cli->set.storage == SN_WEIGHTS_FP16;
    sn_status status = halves ? sn_model_compare_storage(meant, written, c)
                              : sn_model_compare(meant, written, 0, c);
    if (status == SN_OK && halves && c->inconclusive) status = compare_rounded(made, written, c);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

int sn_cli_written_verdict(sn_cli *cli, const char *path, const sn_comparison *c)
{
    if (!c->ran || c->equal) return 0;
    if (c->inconclusive)
        return sn_cli_error(cli, SN_E_INCONCLUSIVE,
                            "%s was written, and whether it computes the same as the original "
                            "could not be decided: %s",
                            path, c->doubt);
    return sn_cli_error(
        cli, SN_E_DIFFERS,
        "%s was written, and computes something else than the original: distance %s", path,
        sn_number_of_distance(c->worst).s);
}

const char *sn_cli_verdict(const sn_comparison *c)
{
    return c->equal ? "same" : c->inconclusive ? "inconclusive" : "different";
}

/* "worst distance 3e-07, 4 % of what rounding explains" */
static void put_distance(FILE *f, const sn_comparison *c)
{
    fprintf(f, "worst distance %s", sn_number_of_distance(c->worst).s);
    if (c->bound > 0) {
        fprintf(f, ", allowed %s", sn_number_of_distance(c->bound).s);
    } else if (c->share > 1 && c->share < 1e6) {
        fprintf(f, ", %.3g times what rounding explains", c->share);
    } else if (c->share > 1) {
        fprintf(f, ", far beyond what rounding explains");
    } else if (c->share >= 0.1) {
        fprintf(f, ", %.0f %% of what rounding explains", 100 * c->share);
    } else if (c->share > 0) {
        fprintf(f, ", %.2g %% of what rounding explains", fmax(100 * c->share, 0.1));
    }
    if (c->explained) fprintf(f, "; %s would explain it", c->explained);
}

void sn_cli_put_check_written(FILE *f, const sn_comparison *c)
{
    if (c->ran) {
        fprintf(f, "written file  %s: ", sn_cli_verdict(c));
        put_distance(f, c);
        fputc('\n', f);
        return;
    }
    fprintf(f, "written file  not run: ");
    sn_put_safe(f, c->why_not ? c->why_not : "no reason is known");
    fputc('\n', f);
}

void sn_cli_put_file(const char *path)
{
    struct stat st;
    sn_put_safe(stdout, path);
    if (stat(path, &st) == 0) printf(" (%s)", sn_number_of_bytes((double)st.st_size).s);
}

void sn_cli_put_written_file(const char *path)
{
    sn_put_label("written");
    sn_cli_put_file(path);
    printf("\n");
}

void sn_cli_put_written(const sn_cli *cli, const char *path, const char *bin)
{
    const char *weights = sn_cli_weights_at(cli, path, bin);
    sn_put_label("written");
    sn_cli_put_file(path);
    if (weights) {
        printf(", ");
        sn_cli_put_file(weights);
    }
    printf("\n");
}

static bool write_stdout(void *user, const char *text, size_t n)
{
    sn_cli *cli = user;
    sn_progress_clear(&cli->progress);
    if (fwrite(text, 1, n, stdout) == n) return true;
    cli->out_errno = errno;
    return false;
}

int sn_cli_report(sn_cli *cli, sn_model *m, const char *what)
{
    sn_status status = sn_report(cli->ctx, m, what, write_stdout, cli);
    if (ferror(stdout)) return 0; /* the end of main says so, with the reason */
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

int sn_cli_show(sn_cli *cli, sn_model *m)
{
    if (!cli->set.json) return sn_cli_report(cli, m, cli->set.text ? "text" : "show");
    json_object_set_new(sn_json_root(cli), "file", sn_json_text(cli->args[0]));
    return sn_json_show(cli, m);
}

/* "same: worst distance 3e-07, 4 % of what rounding explains, 5 runs" and where; the label was
 * printed. */
void sn_cli_put_comparison(const sn_comparison *c, bool with_verdict)
{
    if (!c->ran) {
        printf("not run: ");
        sn_put_safe(stdout, c->why_not ? c->why_not : "not asked for");
        printf("\n");
        return;
    }
    if (with_verdict) printf("%s: ", sn_cli_verdict(c));
    put_distance(stdout, c);
    printf(", %d run%s", c->n_runs, c->n_runs == 1 ? "" : "s");
    if (c->shapes && *c->shapes) {
        printf(" at ");
        sn_put_safe(stdout, c->shapes);
    }
    if (c->shapes_elsewhere && *c->shapes_elsewhere) {
        printf(", %d each at ", c->n_runs_elsewhere);
        sn_put_safe(stdout, c->shapes_elsewhere);
    }
    printf("%s\n", c->guessed ? " (sizes that sinter chose)" : "");
    if (c->doubt) {
        sn_put_label("");
        sn_put_safe(stdout, c->doubt);
        printf("\n");
    } else if (!c->equal && c->different) {
        sn_put_label("");
        printf("first that differs: ");
        sn_put_safe(stdout, c->different);
        printf("\n");
    } else if (c->equal && c->uncounted) {
        sn_put_label("");
        sn_put_safe(stdout, c->uncounted);
        printf("\n");
    }
    if (c->boundaries && *c->boundaries) {
        sn_put_label("");
        printf("not run, outputs made up alike on both sides: ");
        sn_put_safe(stdout, c->boundaries);
        printf("\n");
    }
}
