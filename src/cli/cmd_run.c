/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter run: a network on data of the user's. */
#include <inttypes.h>
#include <string.h>

#include "cli/arrays.h"
#include "cli/build.h"
#include "cli/feed.h"

#define AT(field) offsetof(sn_settings, field)

static const sn_option own[] = {
    {"out", 'o', SN_OPTION_TEXT, AT(out), "FOLDER",
     "write each output as FOLDER/NAME.npy; '_' stands for what is no letter, digit or one of "
     "_-.+@, and a number goes behind a name that is taken",
     0, false},
    {"text", 0, SN_OPTION_FLAG, AT(text), NULL,
     "print all numbers of the outputs (default: a line for each output)", 0, false},
    {"interpret", 0, SN_OPTION_FLAG, AT(interpret), NULL,
     "in the reference interpreter: slow, exact, no compiler is needed", 0, false},
    {0},
};

static const sn_option *const options[] = {own,
                                           sn_options_feed,
                                           sn_options_machine,
                                           sn_options_fusion,
                                           sn_options_compile,
                                           sn_options_check,
                                           sn_options_batch,
                                           sn_options_input,
                                           sn_options_constant,
                                           sn_options_part,
                                           sn_options_bin,
                                           sn_options_custom,
                                           sn_options_threads,
                                           sn_options_json,
                                           sn_options_quiet,
                                           sn_options_help,
                                           NULL};

static bool same_sizes(const sn_array *a, const sn_array *b)
{
    return a->rank == b->rank &&
           memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof *a->sizes) == 0;
}

/* Image `index` of `n` goes into an output of the batch; with the first one, it is made. */
static bool add_image(sn_array *all, const sn_array *one, uint64_t index, uint64_t n)
{
    sn_array image = *one;
    if (index == 0) {
        if (one->rank == 8 || one->bytes > SIZE_MAX / n - 1) return false;
        *all = *one;
        all->name = sn_cli_join(one->name, ""); /* its own lives until the next run */
        all->data = sn_cli_alloc((size_t)(n * one->bytes) + 1);
        all->n = n * one->n;
        all->bytes = n * one->bytes;
        all->rank = one->rank + 1;
        all->sizes[0] = (int64_t)n;
        memcpy(all->sizes + 1, one->sizes, (size_t)one->rank * sizeof *one->sizes);
    }
    image.rank = all->rank - 1;
    memcpy(image.sizes, all->sizes + 1, (size_t)image.rank * sizeof *image.sizes);
    if (!same_sizes(&image, one)) return false;
    memcpy((char *)(uintptr_t)all->data + index * one->bytes, one->data, (size_t)one->bytes);
    return true;
}

/* One image after the other. */
static int interpret_batch(sn_cli *cli, sn_model *m, const void *const *inputs)
{
    const uint32_t n_in = sn_model_n_inputs(m), n_out = sn_model_n_outputs(m);
    sn_array *all = sn_cli_alloc((n_out + 1) * sizeof *all),
             *one = sn_cli_alloc((n_out + 1) * sizeof *one);
    const void **in = sn_cli_alloc((n_in + 1) * sizeof *in);
    for (uint64_t k = 0; k < cli->set.batch; k++) {
        for (uint32_t i = 0; i < n_in; i++) {
            sn_value_info v;
            sn_status status = sn_model_input_value(m, i, &v);
            if (status != SN_OK) return sn_cli_fail(cli, status);
            in[i] = (const char *)inputs[i] + k * (uint64_t)v.bytes;
        }
        sn_status status = sn_model_run_interpreted(m, in, one);
        sn_progress_clear(&cli->progress);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        for (uint32_t i = 0; i < n_out; i++) {
            if (!add_image(&all[i], &one[i], k, cli->set.batch))
                return sn_cli_error(cli, SN_E_SHAPE,
                                    "output '%s' of image %" PRIu64 " cannot stand beside the "
                                    "others: its sizes depend on the data, or it has 8 axes",
                                    one[i].name, k);
        }
    }
    return sn_cli_put_arrays(cli, all, n_out);
}

static int interpret(sn_cli *cli, sn_model *m, const void *const *inputs)
{
    if (cli->set.batch > 0) return interpret_batch(cli, m, inputs);
    uint32_t n = sn_model_n_outputs(m);
    sn_array *outputs = sn_cli_alloc((n + 1) * sizeof *outputs);
    sn_status status = sn_model_run_interpreted(m, inputs, outputs);
    sn_progress_clear(&cli->progress);
    return status == SN_OK ? sn_cli_put_arrays(cli, outputs, n) : sn_cli_fail(cli, status);
}

/* Outputs of one image as the network has them: what only the data tells how much there is of is as
 * large as it says, and counts are not told themselves. The number of outputs that are left. */
static uint32_t trim(const sn_executable *e, sn_array *outputs, uint32_t n)
{
    uint32_t left = n;
    for (uint32_t i = 0; i < n; i++) {
        sn_output_count count;
        if (!sn_executable_count(e, i, &count) || outputs[count.output].n != 1) continue;
        sn_cli_trim(&outputs[i], count.axis, *(const int64_t *)outputs[count.output].data);
        if (count.output < left) left = count.output;
    }
    return left;
}

static int run_compiled(sn_cli *cli, sn_model *m, const void *const *inputs)
{
    const sn_compile_options o = sn_cli_compile_options(cli, sn_cli_threads(cli));
    sn_executable *e = NULL;
    sn_executable_info info;
    sn_status status = sn_executable_create(m, &o, &e);
    sn_progress_clear(&cli->progress);
    if (status != SN_OK) return sn_cli_fail(cli, status);
    sn_executable_describe(e, &info);
    sn_array *outputs = sn_cli_alloc((info.n_outputs + 1) * sizeof *outputs);
    void **data = sn_cli_alloc((info.n_outputs + 1) * sizeof *data);
    for (uint32_t i = 0; i < info.n_outputs; i++) {
        sn_executable_output(e, i, &outputs[i]);
        outputs[i].data = data[i] = sn_cli_alloc((size_t)outputs[i].bytes + 1);
    }
    status = sn_executable_run(e, inputs, data);
    const uint32_t n = status == SN_OK ? trim(e, outputs, info.n_outputs) : 0;
    int code = status == SN_OK ? sn_cli_put_arrays(cli, outputs, n) : sn_cli_fail(cli, status);
    sn_executable_destroy(e);
    return code;
}

static int run(sn_cli *cli)
{
    sn_model *m = NULL, *sized = NULL;
    const void *const *inputs = NULL;
    int code = sn_cli_open(cli);
    if (!code) code = sn_cli_load(cli, cli->args[0], cli->set.bin, &m);
    if (!code) code = sn_cli_cut(cli, m, &cli->set.inputs);
    if (!code) code = sn_cli_feed(cli, m, &sized, &inputs);
    if (code) return code;
    return cli->set.interpret ? interpret(cli, sized, inputs) : run_compiled(cli, sized, inputs);
}

const sn_command sn_cmd_run = {
    .usage = "IN [--image FILE | --input-file FILE] [-o FOLDER] [options]",
    .about = "Compiles a network with the C compiler of this machine (once: it is kept in "
             "~/.cache/sinter), runs it and prints, for each output, its shape and range, or all "
             "numbers with --text; -o writes .npy files. A picture becomes "
             "channels, height, width: value = (pixel - mean) * scale.",
    .examples = "sinter run face.param --image a.jpg --resize 320x240 --mean 127 --scale 1/128\n"
                "sinter run face.param --input-file data=a.npy -o results\n",
    .options = options,
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
