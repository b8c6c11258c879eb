/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter train: a network on arrays of data. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/build.h"
#include "cli/json.h"
#include "cli/npy.h"
#include "cli/train_look.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"loss", 0, SN_OPTION_TEXT, AT(loss), "LOSS",
     "softmax_cross_entropy (targets are numbers of classes), binary_cross_entropy, mse, l1, huber "
     "or ctc; the mean over a batch. A softmax or sigmoid at the end is left out of the first two. "
     "Of ctc results are log-probabilities [step][example][class], class 0 the blank, and targets "
     "the labels of an example, with -1 behind them, as many numbers as there are steps",
     0, true},
    {"out", 'o', SN_OPTION_TEXT, AT(out), "OUT",
     "write the trained network here; a name that is no network's is a folder for the training "
     "as C",
     0, false},
    {"optimizer", 0, SN_OPTION_TEXT, AT(optimizer), "OPTIMIZER[:X=N,..]",
     "sgd:momentum=N,nesterov or adam:beta1=N,beta2=N,epsilon=N or adamw, as PyTorch's (default: "
     "sgd)",
     0, false},
    {"learning-rate", 0, SN_OPTION_REAL, AT(learning_rate), "X", "(default: 0.01)", 0, false},
    {"epochs", 0, SN_OPTION_COUNT, AT(epochs), "N", "how often all data are used (default: 1)", 0,
     false},
    {"states", 0, SN_OPTION_TEXT, AT(states), "FILE",
     "go on from these states: what --save-states wrote, or a training in C", 0, false},
    {"save-states", 0, SN_OPTION_TEXT, AT(save_states), "FILE",
     "write weights, statistics and what the optimizer remembers here, after each epoch, for "
     "--states",
     0, false},
    {"shuffle", 0, SN_OPTION_COUNT, AT(shuffle), "SEED",
     "data in another order each epoch (default: as they are)", 0, false},
    {"dropout-seed", 0, SN_OPTION_COUNT, AT(dropout_seed), "SEED",
     "what dropout leaves out: of one seed always the same (default: 0)", 0, false},
    {"trainable", 0, SN_OPTION_LIST, AT(trainable), "PATTERN",
     "train weights of such names alone, like 'fc.*' (repeatable; default: all)", 0, false},
    {"weight-decay", 0, SN_OPTION_REAL, AT(weight_decay), "X", "(default: none)", 0, false},
    {"no-decay", 0, SN_OPTION_LIST, AT(no_decay), "PATTERN",
     "weights of such names do not decay (repeatable)", 0, false},
    {"clip-norm", 0, SN_OPTION_REAL, AT(clip_norm), "X",
     "the largest norm of all gradients together (default: any)", 0, false},
    {"huber-delta", 0, SN_OPTION_REAL, AT(huber_delta), "X",
     "where the huber loss becomes linear (default: 1)", 0, false},
    {"frozen-statistics", 0, SN_OPTION_FLAG, AT(frozen_statistics), NULL,
     "batch norms go by their running statistics, which stay as they are", 0, false},
    {"statistics-momentum", 0, SN_OPTION_REAL, AT(statistics_momentum), "X",
     "how much of a batch's statistics goes into the running ones (default: 0.1)", 0, false},
    {"biased-variance", 0, SN_OPTION_FLAG, AT(biased_variance), NULL,
     "running variances as ONNX has them (default: as PyTorch, corrected by m / (m - 1))", 0,
     false},
    {"bn", 0, SN_OPTION_TEXT, AT(batch_norms), "fused|split|plain",
     "batch norms in the code: fused, split from what is around them, or plain, each operator a "
     "sweep (default: fused)",
     0, false},
    {"memory", 0, SN_OPTION_TEXT, AT(memory), "BYTES",
     "workspace that a compiled step may take, like 64M: what does not fit is computed again on "
     "the "
     "way back, the cheapest first (default: any)",
     0, false},
    {"result", 0, SN_OPTION_TEXT, AT(result), "NAME",
     "the result that the loss is of (default: the only one)", 0, false},
    {"test-data", 0, SN_OPTION_TEXT, AT(test_data), "FILE", "judge by these after each epoch", 0,
     false},
    {"interpret", 0, SN_OPTION_FLAG, AT(interpret), NULL,
     "in the reference interpreter: slow, exact, no compiler is needed", 0, false},
    {"test-target", 0, SN_OPTION_TEXT, AT(test_target), "FILE", "what is right for these", 0,
     false},
    {0},
};

static const sn_option of_code[] = {
    {"prefix", 0, SN_OPTION_TEXT, AT(prefix), "NAME",
     "of symbols and files of the training as C (default: from the network's file)", 0, false},
    {"embed-weights", 0, SN_OPTION_FLAG, AT(embed_weights), NULL,
     "what does not change as arrays in it, instead of files", 0, false},
    {"no-selftest", 0, SN_OPTION_FLAG, AT(no_selftest), NULL,
     "without the files that test its parts where they run, whose numbers the interpreter works "
     "out",
     0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_look,
                                           of_code,
                                           sn_options_batch,
                                           sn_options_machine,
                                           sn_options_fusion,
                                           sn_options_compile,
                                           sn_options_check,
                                           sn_options_input,
                                           sn_options_bin,
                                           sn_options_threads,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

/* ---- what is asked for ----------------------------------------------------------------------- */

static bool read_number(const char *text, double *out)
{
    const char *end;
    return sn_cli_read_real(text, &end, out) && !*end;
}

/* "300000", "64M" */
static int read_memory(sn_cli *cli, sn_train_options *o)
{
    static const char units[] = "KMG";
    const char *text = cli->set.memory;
    if (!text) return 0;
    const char *end;
    double bytes = 0;
    const bool is_number = sn_cli_read_real(text, &end, &bytes);
    const char *unit = *end ? strchr(units, *end) : NULL;
    if (unit) end++;
    for (const char *u = units; unit && u <= unit; u++) bytes *= 1024;
    if (!is_number || *end || !(bytes >= 1 && bytes <= 0x1p50))
        return sn_cli_usage(cli,
                            "--memory: '%s' found, a number of bytes expected, or one of K, "
                            "M or G behind it",
                            text);
    o->memory = (int64_t)bytes;
    return 0;
}

/* A name that is no network's is a folder of C. */
static bool to_code(const sn_settings *s) { return s->out && !sn_format_of(s->out); }

/* "sgd:momentum=0.9,nesterov" */
static int read_optimizer(sn_cli *cli, sn_train_options *o)
{
    static const char *const names[] = {"momentum", "beta1", "beta2", "epsilon", "nesterov"};
    enum { N_NAMES = sizeof names / sizeof *names };
    double *const numbers[N_NAMES] = {&o->momentum, &o->beta1, &o->beta2, &o->epsilon};
    if (!cli->set.optimizer) return 0;
    char *text = sn_cli_copy(cli->set.optimizer, strlen(cli->set.optimizer));
    char *rest = strchr(text, ':');
    if (rest) *rest++ = 0;
    o->optimizer = text;
    bool given[N_NAMES] = {false};
    for (char *save = NULL, *part = rest ? strtok_r(rest, ",", &save) : NULL; part;
         part = strtok_r(NULL, ",", &save)) {
        char *value = strchr(part, '=');
        if (value) *value++ = 0;
        size_t at = 0;
        while (at < N_NAMES && strcmp(part, names[at]) != 0) at++;
        const bool is_known = at < N_NAMES;
        double *number = is_known ? numbers[at] : NULL;
        if (is_known && given[at]) return sn_cli_usage(cli, "--optimizer has %s twice", names[at]);
        if (is_known) given[at] = true;
        if (is_known && !number && !value)
            o->nesterov = true;
        else if (!number || !value || !read_number(value, number))
            return sn_cli_usage(cli,
                                "--optimizer has '%s%s%s': momentum=N, nesterov, beta1=N, beta2=N "
                                "or epsilon=N is expected",
                                sn_cli_safe(part), value ? "=" : "",
                                value ? sn_cli_safe(value) : "");
    }
    return 0;
}

/* ---- data ------------------------------------------------------------------------------------ */

/* Examples: an array for each input of the network, and the targets, all with as many in front. */
typedef struct examples {
    sn_array *arrays;
    uint32_t n_arrays; /* inputs, then the target */
    uint64_t n;
} examples;

static uint64_t bytes_of_each(const sn_array *a, uint64_t n) { return n ? a->bytes / n : 0; }

/* What a step takes of it: without the axis of a batch, if all but that fits. */
static int check_array(sn_cli *cli, const char *path, sn_array *a, const sn_value_info *v)
{
    uint64_t each = 1, is = 1;
    int code = sn_npy_as(cli, a, v->type);
    if (code) return code;
    for (int i = 1; i < v->rank; i++) each *= (uint64_t)v->sizes[i];
    for (int i = 1; i < a->rank; i++) is *= (uint64_t)a->sizes[i];
    if (a->rank < 1 || is != each)
        return sn_cli_error(cli, SN_E_SHAPE,
                            "%s: each of its examples has %" PRIu64 " numbers, %" PRIu64
                            " expected for '%s'",
                            sn_cli_safe(path), a->rank < 1 ? 1 : is, each, sn_cli_safe(v->name));
    return 0;
}

static int read_examples(sn_cli *cli, sn_trainer *t, const char *const *paths, uint32_t n_paths,
                         examples *out)
{
    sn_model *step = sn_trainer_step(t);
    const uint32_t n_inputs = sn_model_n_inputs(step) - 2;
    if (n_paths != n_inputs + 1)
        return sn_cli_usage(cli, "%u files of data for %u inputs and a target", n_paths, n_inputs);
    *out = (examples){sn_cli_alloc(n_paths * sizeof *out->arrays), n_paths, 0};
    for (uint32_t i = 0; i < n_paths; i++) {
        sn_value_info v;
        sn_stream raw = {0};
        int code = sn_npy_read(cli, paths[i], &out->arrays[i], &raw);
        if (!code && !out->arrays[i].type)
            code = sn_cli_error(cli, SN_E_FORMAT, "%s is no array: .npy is expected",
                                sn_cli_safe(paths[i]));
        if (code) return code;
        const sn_status status =
            i < n_inputs ? sn_model_input_value(step, i, &v) : sn_trainer_target(t, &v);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        code = check_array(cli, paths[i], &out->arrays[i], &v);
        if (code) return code;
        const uint64_t n = (uint64_t)out->arrays[i].sizes[0];
        if (i > 0 && n != out->n)
            return sn_cli_error(cli, SN_E_SHAPE, "%s has %" PRIu64 " examples, %s has %" PRIu64,
                                sn_cli_safe(paths[i]), n, sn_cli_safe(paths[0]), out->n);
        out->n = n;
    }
    return 0;
}

static uint64_t random_below(uint64_t *state, uint64_t n)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) % n;
}

static void shuffle(uint64_t *order, uint64_t n, uint64_t *state)
{
    for (uint64_t i = n; i > 1; i--) {
        const uint64_t k = random_below(state, i), was = order[i - 1];
        order[i - 1] = order[k];
        order[k] = was;
    }
}

/* A batch of examples by their numbers. */
static void gather(const examples *e, const uint64_t *order, uint64_t batch, void **to)
{
    for (uint32_t i = 0; i < e->n_arrays; i++) {
        const uint64_t each = bytes_of_each(&e->arrays[i], e->n);
        for (uint64_t k = 0; k < batch; k++)
            memcpy((char *)to[i] + k * each, (const char *)e->arrays[i].data + order[k] * each,
                   (size_t)each);
    }
}

/* ---- the loop -------------------------------------------------------------------------------- */

typedef struct training_loop {
    sn_cli *cli;
    sn_trainer *t;
    examples data, test;
    uint64_t batch, n_steps, n_epochs;
    uint32_t n_before; /* epochs that were made before */
    uint64_t *order;
    void **fed; /* a batch of each array */
    bool of_classes;
} training_loop;

typedef struct judgement {
    double loss, right; /* right: part of those of classes */
} judgement;

static uint64_t *in_order(uint64_t n)
{
    uint64_t *order = sn_cli_alloc((n + 1) * sizeof *order);
    for (uint64_t i = 0; i < n; i++) order[i] = i;
    return order;
}

/* How many results are largest at the class that is right; classes are the second axis. */
static uint64_t count_right(const sn_array *z, const int32_t *target, uint64_t *n)
{
    const int axis = z->rank > 1 ? 1 : 0;
    uint64_t outer = 1, inner = 1, right = 0;
    const uint64_t classes = (uint64_t)z->sizes[axis];
    for (int i = 0; i < axis; i++) outer *= (uint64_t)z->sizes[i];
    for (int i = axis + 1; i < z->rank; i++) inner *= (uint64_t)z->sizes[i];
    for (uint64_t o = 0; o < outer; o++)
        for (uint64_t i = 0; i < inner; i++) {
            uint64_t best = 0;
            for (uint64_t c = 1; c < classes; c++)
                if (sn_array_at(z, (o * classes + c) * inner + i) >
                    sn_array_at(z, (o * classes + best) * inner + i))
                    best = c;
            right += best == (uint64_t)target[o * inner + i];
        }
    *n = outer * inner;
    return right;
}

static int judge(training_loop *l, judgement *out)
{
    const uint64_t *order = in_order(l->test.n), n = l->test.n / l->batch;
    uint64_t right = 0, all = 0;
    *out = (judgement){0, 0};
    for (uint64_t i = 0; i < n; i++) {
        double loss = 0;
        sn_array z;
        uint64_t count = 0;
        gather(&l->test, order + i * l->batch, l->batch, l->fed);
        const sn_status status = sn_trainer_evaluate(l->t, (const void *const *)l->fed, &loss, &z);
        if (status != SN_OK) return sn_cli_fail(l->cli, status);
        out->loss += loss / (double)n;
        if (l->of_classes) right += count_right(&z, l->fed[l->test.n_arrays - 1], &count);
        all += count;
        sn_progress_show(&l->cli->progress, "judging", i + 1, n);
    }
    sn_progress_clear(&l->cli->progress);
    if (all) out->right = (double)right / (double)all;
    return 0;
}

static int one_epoch(training_loop *l, uint64_t epoch, uint64_t *random, json_t *epochs)
{
    sn_cli *cli = l->cli;
    double mean = 0;
    judgement judged = {0, 0};
    if (cli->set.shuffle) shuffle(l->order, l->data.n, random);
    for (uint64_t i = 0; i < l->n_steps; i++) {
        double loss = 0;
        gather(&l->data, l->order + i * l->batch, l->batch, l->fed);
        const sn_status status =
            sn_trainer_run(l->t, (const void *const *)l->fed, cli->set.learning_rate, &loss);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        mean += loss / (double)l->n_steps;
        sn_progress_show(&cli->progress, "training", epoch * l->n_steps + i + 1,
                         l->n_epochs * l->n_steps);
    }
    sn_progress_clear(&cli->progress);
    const int code = l->test.n ? judge(l, &judged) : 0;
    if (code) return code;
    if (epochs) {
        json_t *e = json_object();
        json_object_set_new(e, "loss", json_real(mean));
        json_object_set_new(e, "test_loss", l->test.n ? json_real(judged.loss) : json_null());
        json_object_set_new(e, "test_right",
                            l->test.n && l->of_classes ? json_real(judged.right) : json_null());
        json_array_append_new(epochs, e);
    } else if (!cli->set.quiet) {
        printf("epoch %" PRIu64 "  loss %.6g", l->n_before + epoch + 1, mean);
        if (l->test.n) printf("  test loss %.6g", judged.loss);
        if (l->test.n && l->of_classes) printf("  right %.2f %%", 100 * judged.right);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}

/* A file that is replaced, so that the states of the epoch before stay if it cannot be written. */
static int save_states(const training_loop *l, uint64_t epochs)
{
    const void *block = NULL;
    size_t bytes = 0;
    if (epochs > INT32_MAX) epochs = INT32_MAX;
    sn_status status = sn_trainer_save(l->t, (uint32_t)epochs, &block, &bytes);
    if (status == SN_OK)
        status = sn_write_files(l->cli->ctx, &(sn_file){l->cli->set.save_states, block, bytes}, 1);
    return status == SN_OK ? 0 : sn_cli_fail(l->cli, status);
}

/* States may become those of the epochs that go on from them. */
static int check_saved(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (!s->save_states) return 0;
    const char *weights = s->out && !to_code(s) ? sn_cli_weights_at(cli, s->out, NULL) : NULL;
    if (weights && strcmp(weights, s->save_states) == 0)
        return sn_cli_usage(cli, "--save-states %s: that is where the weights of %s go", weights,
                            s->out);
    if (s->states && sn_same_file(s->states, s->save_states)) return 0;
    return sn_cli_check_target(cli, s->save_states);
}

/* Before the time that a training takes. */
static int try_to_write(sn_cli *cli, const char *path)
{
    const sn_status status = path ? sn_try_to_write(cli->ctx, path) : SN_OK;
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

static int begin(training_loop *l)
{
    sn_cli *cli = l->cli;
    sn_value_info target;
    if (sn_trainer_target(l->t, &target) != SN_OK) return sn_cli_fail(cli, SN_E_INTERNAL);
    l->batch = target.rank > 0 ? (uint64_t)target.sizes[0] : 1;
    l->of_classes = strcmp(cli->set.loss, "softmax_cross_entropy") == 0;
    int code = read_examples(cli, l->t, cli->args + 1, (uint32_t)cli->n_args - 1, &l->data);
    if (!code && cli->set.test_data) {
        const char *paths[] = {cli->set.test_data, cli->set.test_target};
        code = read_examples(cli, l->t, paths, 2, &l->test);
    }
    if (!code) code = check_saved(cli);
    if (!code) code = try_to_write(cli, cli->set.out);
    if (!code) code = try_to_write(cli, cli->set.save_states);
    if (code) return code;
    if (l->data.n < l->batch || (l->test.n && l->test.n < l->batch))
        return sn_cli_error(cli, SN_E_SHAPE,
                            "there are fewer examples than the %" PRIu64 " of a batch", l->batch);
    l->n_steps = l->data.n / l->batch;
    l->n_epochs = cli->set.epochs ? cli->set.epochs : 1;
    if (l->data.n % l->batch)
        sn_cli_warn(cli,
                    "the last %" PRIu64 " examples of an epoch make no batch, and are left out",
                    l->data.n % l->batch);
    l->order = in_order(l->data.n);
    l->fed = sn_cli_alloc(l->data.n_arrays * sizeof *l->fed);
    for (uint32_t i = 0; i < l->data.n_arrays; i++)
        l->fed[i] =
            sn_cli_alloc((size_t)(l->batch * bytes_of_each(&l->data.arrays[i], l->data.n)) + 1);
    return 0;
}

/* What is trained, before or without data. */
static void put_states(sn_cli *cli, sn_trainer *t)
{
    uint64_t n = 0, numbers = 0, remembered = 0;
    for (uint32_t i = 0; i < sn_trainer_n_states(t); i++) {
        sn_train_state s;
        if (sn_trainer_state(t, i, &s) != SN_OK) continue;
        if (s.of_network) {
            n++;
            numbers += s.array.n;
        } else {
            remembered += s.array.n;
        }
    }
    if (cli->set.json) {
        json_t *root = sn_json_root(cli), *list = json_array();
        for (uint32_t i = 0; i < sn_trainer_n_states(t); i++) {
            sn_train_state s;
            if (sn_trainer_state(t, i, &s) == SN_OK && s.of_network)
                json_array_append_new(list, sn_json_text(s.array.name));
        }
        json_object_set_new(root, "trained", list);
    } else if (!cli->set.quiet) {
        sn_put_label("trained");
        printf("%" PRIu64 " weights and statistics, %s numbers", n,
               sn_number_of((double)numbers).s);
        if (remembered) printf("; the optimizer keeps %s", sn_number_of((double)remembered).s);
        printf("\n");
    }
}

/* --states: *n_epochs that were made before. */
static int resume(sn_cli *cli, sn_trainer *t, uint32_t *n_epochs)
{
    sn_array block = {0};
    const int code = sn_npy_read_block(cli, cli->set.states, &block);
    if (code) return code;
    cli->about = cli->set.states;
    const sn_status status = sn_trainer_resume(t, block.data, (size_t)block.bytes, n_epochs);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    cli->about = NULL;
    return 0;
}

static int train(sn_cli *cli, sn_trainer *t, uint32_t n_before)
{
    const sn_settings *s = &cli->set;
    training_loop l = {.cli = cli, .t = t, .n_before = n_before};
    uint64_t random = s->shuffle;
    int code = begin(&l);
    json_t *epochs = !code && s->json ? json_array() : NULL;
    for (uint32_t i = 0; i < n_before && !code && s->shuffle; i++)
        shuffle(l.order, l.data.n, &random); /* as if these were made now */
    for (uint64_t i = 0; i < l.n_epochs && !code; i++) {
        code = one_epoch(&l, i, &random, epochs);
        if (!code && s->save_states) code = save_states(&l, n_before + i + 1);
    }
    if (epochs) json_object_set_new(sn_json_root(cli), "epochs", epochs);
    if (code || !s->save_states) return code;
    if (s->json)
        json_object_set_new(sn_json_root(cli), "states", sn_json_file(s->save_states));
    else if (!s->quiet)
        sn_cli_put_written_file(s->save_states);
    return 0;
}

/* What has been written, and what a step of it takes. */
static void put_code(sn_cli *cli, const sn_train_step_code *step)
{
    const char *folder = cli->set.out;
    if (cli->set.json) {
        json_t *root = sn_json_root(cli), *o = json_object();
        json_object_set_new(root, "folder", sn_json_text(folder));
        json_object_set_new(o, "steps", json_integer((json_int_t)step->n_steps));
        json_object_set_new(o, "flops", json_real(step->flops));
        json_object_set_new(o, "bytes", json_real(step->bytes));
        json_object_set_new(o, "workspace_bytes", json_integer((json_int_t)step->workspace_bytes));
        json_object_set_new(o, "states_bytes", json_integer((json_int_t)step->states_bytes));
        json_object_set_new(root, "step", o);
        return;
    }
    if (cli->set.quiet) return;
    printf("written   %s\n", sn_cli_safe(folder));
    printf("a step    %" PRIu32 " kernels, %s read and written, %s of workspace, %s of states\n",
           step->n_steps, sn_number_of_bytes(step->bytes).s,
           sn_number_of_bytes((double)step->workspace_bytes).s,
           sn_number_of_bytes((double)step->states_bytes).s);
}

/* ---- the command ----------------------------------------------------------------------------- */

static sn_train_options train_options(const sn_settings *s)
{
    return (sn_train_options){.loss = s->loss,
                              .weight_decay = s->weight_decay,
                              .clip_norm = s->clip_norm,
                              .huber_delta = s->huber_delta,
                              .statistics_momentum = s->statistics_momentum,
                              .frozen_statistics = s->frozen_statistics,
                              .biased_variance = s->biased_variance,
                              .batch_norms = s->batch_norms,
                              .seed = (int32_t)s->dropout_seed,
                              .trainable = s->trainable.v,
                              .no_decay = s->no_decay.v,
                              .result = s->result,
                              .batch = (int)s->batch};
}

/* Options that say nothing beside others. */
static int check_together(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    if (s->huber_delta != 0 && s->loss && strcmp(s->loss, "huber") != 0)
        return sn_cli_usage(cli, "--huber-delta is about the loss huber, and this one is %s",
                            s->loss);
    if (s->frozen_statistics && (s->statistics_momentum != 0 || s->biased_variance))
        return sn_cli_usage(cli,
                            "--%s is about statistics that a step changes, and "
                            "--frozen-statistics leaves them as they are",
                            s->biased_variance ? "biased-variance" : "statistics-momentum");
    if (to_code(s) && cli->n_args == 1 && (s->shuffle || s->interpret))
        return sn_cli_usage(cli, "--%s is about training here, and there is no data",
                            s->shuffle ? "shuffle" : "interpret");
    return 0;
}

static int check_usage(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    const int together = check_together(cli);
    if (together) return together;
    if (cli->n_args == 2) return sn_cli_usage(cli, "data and targets are files of their own");
    const char *how = s->memory    ? "memory"
                      : s->target  ? "target"
                      : s->machine ? "machine"
                      : s->without ? "without"
                                   : NULL;
    if (how && s->interpret)
        return sn_cli_usage(cli, "--%s is about compiled steps, and --interpret makes none", how);
    if (!s->test_data != !s->test_target)
        return sn_cli_usage(cli, "--test-data and --test-target belong together");
    const int code = sn_train_check_look(cli);
    if (code) return code;
    const bool has_trained = to_code(s) || s->states; /* there is something to write already */
    if (cli->n_args == 1 && ((s->out && !has_trained) || s->save_states))
        return sn_cli_usage(cli, "there is no data to train it on, and nothing to write");
    if (s->out && s->save_states && strcmp(s->out, s->save_states) == 0)
        return sn_cli_usage(cli, "-o and --save-states name the same file, %s", s->out);
    return 0;
}

static int compile(sn_cli *cli, sn_trainer *t)
{
    const sn_compile_options o = sn_cli_compile_options(cli, sn_cli_threads(cli));
    const sn_status status = sn_trainer_compile(t, &o);
    if (status == SN_OK) return 0;
    if (status != SN_E_UNSUPPORTED) return sn_cli_fail(cli, status);
    sn_cli_warn(cli, "it is interpreted, which is slow: %s", sn_context_error(cli->ctx));
    return 0; /* no compiler, or an operator without a kernel */
}

static int write_code(sn_cli *cli, sn_trainer *t)
{
    const sn_compile_options o = sn_cli_compile_options(cli, sn_cli_threads(cli));
    sn_train_step_code step;
    const sn_status status = sn_trainer_write(t, cli->set.out, &o, &step);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    put_code(cli, &step);
    return 0;
}

static int write_network(sn_cli *cli, sn_model *m, sn_trainer *t)
{
    const sn_settings *s = &cli->set;
    const sn_status status = sn_trainer_store(t);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    const int code = sn_cli_save(cli, m, s->out, NULL, SN_WEIGHTS_KEEP);
    if (!code && s->json)
        json_object_set_new(sn_json_root(cli), "written", sn_json_written(cli, s->out, NULL));
    else if (!code && !s->quiet)
        sn_cli_put_written(cli, s->out, NULL);
    return code;
}

static int train_and_write(sn_cli *cli, sn_model *m, sn_trainer *t)
{
    const sn_settings *s = &cli->set;
    uint32_t n_before = 0;
    int code = s->states ? resume(cli, t, &n_before) : 0;
    if (!code) put_states(cli, t);
    if (!code && cli->n_args > 1 && !s->interpret) code = compile(cli, t);
    if (!code && cli->n_args > 1) code = train(cli, t, n_before);
    if (code || !s->out) return code;
    return to_code(s) ? write_code(cli, t) : write_network(cli, m, t);
}

static int run(sn_cli *cli)
{
    sn_settings *s = &cli->set;
    sn_model *m = NULL;
    sn_trainer *t = NULL;
    sn_train_options o = train_options(s);
    s->for_training = true;
    if (s->learning_rate == 0) s->learning_rate = 0.01;
    int code = read_optimizer(cli, &o);
    if (!code) code = read_memory(cli, &o);
    if (!code) code = check_usage(cli);
    if (!code) code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], s->bin, &m);
    if (!code) code = sn_cli_pin(cli, m);
    if (code) return code;
    const sn_status status = sn_trainer_create(m, &o, &t);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    code = sn_train_looks(cli) ? sn_train_look(cli, t) : train_and_write(cli, m, t);
    sn_trainer_destroy(t);
    return code;
}

const sn_command sn_cmd_train = {
    .usage = "IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]",
    .about =
        "Trains a network on examples: an array of data for each of its inputs, and one of "
        "targets, "
        "as .npy, with an axis of examples in front. --batch N takes N of them in a step. Batch "
        "norms go by the statistics of the batch, and their running ones follow. "
        "Without data it says what would be trained, or which layers have no gradient, and "
        "--show, --fuse, --bench and --draw look at the step. "
        "--save-states keeps what a run that stops needs to go on, and --states goes on to the "
        "same bits. The step "
        "is compiled, and compared with the interpreter, which works it out on request. -o FOLDER "
        "writes the training as C: a function that does a step, one that judges, and the states "
        "in memory of the caller's; sinter import-weights puts what they become back into a file.",
    .examples = "sinter train net.onnx --loss softmax_cross_entropy --batch 32 images.npy "
                "classes.npy --optimizer sgd:momentum=0.9 --epochs 3 -o trained.onnx\n"
                "sinter train face.param --loss mse --batch 8 --trainable 'fc*' x.npy y.npy "
                "-o tuned.param\n"
                "sinter train net.onnx --loss mse --batch 1\n"
                "sinter train net.onnx --loss mse --batch 8 --bn=plain --fuse --explain\n"
                "sinter train net.onnx --loss mse --batch 8 --bench\n"
                "sinter train net.onnx --loss mse --batch 8 x.npy y.npy --states run.states "
                "--save-states run.states\n"
                "sinter train net.onnx --loss mse --batch 4 --optimizer adam --target generic -o "
                "training\n",
    .options = options,
    .min_args = 1,
    .max_args = 32,
    .run = run,
};
