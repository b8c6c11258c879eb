/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures and arrays become inputs. Order: what is read may say sizes, which are pinned first;
 * then all sizes must be known. */
#include "cli/feed.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(field) offsetof(sn_settings, field)

const sn_option sn_options_feed[] = {
    {"image", 0, SN_OPTION_TEXT, AT(image), "[NAME=]FILE",
     "a JPEG, PNG or BMP as an input: channels, height, width, from 0 to 255; without NAME: the "
     "only input",
     0, false},
    {"resize", 0, SN_OPTION_TEXT, AT(resize), "WxH",
     "resize the picture (default: to the sizes of the input; where these are open, the picture's "
     "own)",
     0, false},
    {"mean", 0, SN_OPTION_TEXT, AT(mean), "M",
     "subtract this from the picture: a number, or one for each channel, like 104,117,123", 0,
     false},
    {"scale", 0, SN_OPTION_TEXT, AT(scale), "S",
     "then multiply by this: a number, or one for each channel; 1/128 is one, too", 0, false},
    {"bgr", 0, SN_OPTION_FLAG, AT(bgr), NULL,
     "channels of the picture in the order blue, green, red (default: red, green, blue)", 0, false},
    {"input-file", 0, SN_OPTION_LIST, AT(input_files), "[NAME=]FILE",
     "an input from a .npy, a .pb (ONNX's TensorProto), or a file of nothing but elements of the "
     "input's type; without NAME: the only input, or the one whose name stands in the .pb "
     "(repeatable)",
     0, false},
    {0},
};

typedef struct feed {
    const char *name;
    bool given;
    const char *path;
    sn_array array;
    sn_stream raw; /* its elements, until they are read */
} feed;

/* ---- numbers --------------------------------------------------------------------------------- */

/* "0.5" or "1/128"; *end is behind it. */
static bool parse_ratio(const char *text, const char **end, double *out)
{
    if (!sn_cli_read_real(text, end, out)) return false;
    if (**end == '/') {
        double below;
        if (!sn_cli_read_real(*end + 1, end, &below)) return false;
        *out /= below;
    }
    return isfinite(*out);
}

static int parse_three(sn_cli *cli, const char *option, const char *text, double out[3])
{
    const char *p = text, *end;
    for (int i = 0; i < 3; i++) {
        if (!parse_ratio(p, &end, &out[i])) break;
        if (i == 0 && !*end) {
            out[1] = out[2] = out[0];
            return 0;
        }
        if (i == 2 && !*end) return 0;
        if (*end != ',') break;
        p = end + 1;
    }
    return sn_cli_usage(
        cli, "--%s %s: a number like 127.5 or 1/128 is expected, or three with commas between",
        option, text);
}

static int parse_resize(sn_cli *cli, sn_picture *p)
{
    const char *text = cli->set.resize;
    char *end = NULL;
    long w = strtol(text, &end, 10), h = 0;
    bool good = end != text && *end == 'x' && w > 0 && w <= 32768;
    if (good) {
        const char *second = end + 1;
        h = strtol(second, &end, 10);
        good = end != second && !*end && h > 0 && h <= 32768;
    }
    if (!good)
        return sn_cli_usage(cli, "--resize %s: width x height is expected, like 320x240", text);
    p->width = (int)w;
    p->height = (int)h;
    return 0;
}

/* ---- names ----------------------------------------------------------------------------------- */

int sn_cli_named_file(sn_cli *cli, const char *option, const char *kind, const char *text,
                      const char *const *names, uint32_t n, uint32_t *out, const char **path)
{
    uint32_t found = n;
    for (uint32_t i = 0; i < n; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(text, names[i], length) != 0 || text[length] != '=') continue;
        found = i;
        *path = text + length + 1;
    }
    if (found == n && n == 1 && !(strchr(text, '=') && access(text, F_OK) != 0)) {
        found = 0;
        *path = text;
    }
    if (found == n) {
        char *all = sn_cli_copy("", 0);
        for (uint32_t i = 0; i < n; i++)
            all = sn_cli_join(sn_cli_join(all, i ? ", " : ""), names[i]);
        return sn_cli_usage(cli, "--%s %s: NAME=FILE is expected; the %ss are %s", option, text,
                            kind, n ? all : "none");
    }
    if (!**path) return sn_cli_usage(cli, "--%s %s: a file is expected behind '='", option, text);
    *out = found;
    return 0;
}

static int find_feed(sn_cli *cli, const char *option, const char *text, feed *feeds, uint32_t n,
                     feed **out, const char **path)
{
    const char **names = sn_cli_alloc((n + 1) * sizeof *names);
    uint32_t index = 0;
    for (uint32_t i = 0; i < n; i++) names[i] = feeds[i].name;
    const int code = sn_cli_named_file(cli, option, "input", text, names, n, &index, path);
    if (code) return code;
    *out = &feeds[index];
    if ((*out)->given)
        return sn_cli_usage(cli, "--%s %s: input '%s' is given twice", option, text, (*out)->name);
    (*out)->given = true;
    (*out)->path = *path;
    return 0;
}

static const char *sizes_text(int rank, const int64_t *sizes)
{
    char text[200] = "";
    size_t at = 0;
    for (int i = 0; i < rank; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%" PRId64, i ? "," : "", sizes[i]);
    return sn_cli_copy(text, strlen(text));
}

static bool all_sizes(const sn_value_info *v)
{
    for (int i = 0; i < v->rank; i++) {
        if (v->sizes[i] < 0) return false;
    }
    return v->rank >= 0;
}

/* Sizes that the network leaves open; proved ones, or those of --input, are not touched, and a file
 * that does not fit is refused later. */
static int pin(sn_cli *cli, sn_model *m, uint32_t index, const feed *f, const char *path)
{
    sn_value_info v;
    if (!f->array.rank || (sn_model_input_value(m, index, &v) == SN_OK && all_sizes(&v))) return 0;
    const char *text = sn_cli_join(sn_cli_join(*f->name ? f->name : "*", "="),
                                   sizes_text(f->array.rank, f->array.sizes));
    sn_status status = sn_model_pin(m, text);
    if (status == SN_E_ARG && f->array.n == 0)
        return sn_cli_error(cli, SN_E_SHAPE, "%s: has no elements: its sizes are %s", path,
                            sizes_text(f->array.rank, f->array.sizes));
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

/* Sizes of the input as far as anything says them: -1 is open. */
static int input_sizes(sn_cli *cli, sn_model *m, uint32_t index, sn_value_info *out)
{
    sn_model *sized = NULL;
    sn_sizes_from from = SN_SIZES_UNKNOWN;
    sn_status status = sn_model_at_some_size(m, &sized, &from);
    bool usable = status == SN_OK && (from == SN_SIZES_GIVEN || from == SN_SIZES_HINTED);
    if (status == SN_OK) status = sn_model_input_value(usable ? sized : m, index, out);
    sn_model_destroy(sized);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool same_sizes(const sn_value_info *v, const sn_array *a)
{
    if (v->rank != a->rank) return false;
    for (int i = 0; i < a->rank; i++) {
        if (v->sizes[i] != a->sizes[i]) return false;
    }
    return true;
}

/* The darkest and the brightest pixel of each channel, which the others lie between, are f32. */
static int check_range(sn_cli *cli, const sn_picture *p)
{
    for (int c = 0; c < p->channels; c++) {
        for (int pixel = 0; pixel <= 255; pixel += 255) {
            const double v = (pixel - p->mean[c]) * p->scale[c];
            if (!isfinite((float)v))
                return sn_cli_usage(cli,
                                    "--mean and --scale make %g of a pixel that is %d, which is "
                                    "beyond f32",
                                    v, pixel);
        }
    }
    return 0;
}

static int read_picture(sn_cli *cli, sn_model *m, feed *feeds, uint32_t n)
{
    const sn_settings *s = &cli->set;
    feed *f = NULL;
    const char *path = NULL;
    sn_picture p = {.channels = 3, .bgr = s->bgr, .scale = {1, 1, 1}};
    sn_value_info v;
    int code = find_feed(cli, "image", s->image, feeds, n, &f, &path);
    if (!code && s->mean) code = parse_three(cli, "mean", s->mean, p.mean);
    if (!code && s->scale) code = parse_three(cli, "scale", s->scale, p.scale);
    if (!code && s->resize) code = parse_resize(cli, &p);
    if (!code) code = input_sizes(cli, m, (uint32_t)(f - feeds), &v);
    if (code) return code;
    if (v.rank != -1 && v.rank != 3)
        return sn_cli_error(cli, SN_E_SHAPE,
                            "input '%s' has %d axes; a picture has three: channels, height, width",
                            f->name, v.rank);
    if (v.rank == 3 && v.sizes[0] == 1) p.channels = 1;
    if (v.rank == 3 && v.sizes[0] > 0 && v.sizes[0] != p.channels)
        return sn_cli_error(cli, SN_E_SHAPE,
                            "input '%s' has %" PRId64 " channels; a picture has 1 or 3", f->name,
                            v.sizes[0]);
    if (!s->resize && v.rank == 3 && v.sizes[1] > 0 && v.sizes[2] > 0) {
        p.height = (int)v.sizes[1];
        p.width = (int)v.sizes[2];
    }
    code = check_range(cli, &p);
    if (!code) code = sn_picture_read(cli, path, &p, &f->array);
    return code || same_sizes(&v, &f->array) ? code : pin(cli, m, (uint32_t)(f - feeds), f, path);
}

/* The axis of a batch goes: what is left are the sizes of one image. */
static int take_batch(sn_cli *cli, sn_array *a)
{
    const int64_t batch = (int64_t)cli->set.batch;
    if (batch < 1 || !a->type) return 0;
    if (a->rank < 1 || a->sizes[0] != batch)
        return sn_cli_error(cli, SN_E_SHAPE,
                            "%s: its sizes are %s; with --batch %" PRId64
                            " the first axis has that size",
                            a->name, sizes_text(a->rank, a->sizes), batch);
    a->rank--;
    memmove(a->sizes, a->sizes + 1, (size_t)a->rank * sizeof *a->sizes);
    return 0;
}

/* NAME=FILE, where a file without NAME has the name of an input in it. */
static const char *with_name(sn_cli *cli, const char *text, const feed *feeds, uint32_t n)
{
    sn_array a;
    if (!sn_array_format_of(text) || access(text, F_OK) != 0 ||
        sn_array_load(cli->ctx, text, &a) != SN_OK)
        return text; /* what is wrong with it is said when it is read */
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(feeds[i].name, a.name) == 0) return sn_cli_join(sn_cli_join(a.name, "="), text);
    return text;
}

static int read_array(sn_cli *cli, sn_model *m, const char *text, feed *feeds, uint32_t n)
{
    feed *f = NULL;
    const char *path = NULL;
    sn_value_info v;
    if (n > 1) text = with_name(cli, text, feeds, n);
    int code = find_feed(cli, "input-file", text, feeds, n, &f, &path);
    if (!code) code = sn_npy_read(cli, path, &f->array, &f->raw);
    if (!code) code = take_batch(cli, &f->array);
    if (!code) code = input_sizes(cli, m, (uint32_t)(f - feeds), &v);
    if (code || !f->array.type || same_sizes(&v, &f->array)) return code;
    int64_t count = v.rank < 0 ? -1 : 1;
    for (int i = 0; i < v.rank; i++) {
        if (v.sizes[i] < 0 || count < 0 || __builtin_mul_overflow(count, v.sizes[i], &count))
            count = -1;
    }
    if (f->array.rank == 1 && count == f->array.sizes[0]) return 0; /* a flat array */
    return pin(cli, m, (uint32_t)(f - feeds), f, path);
}

static int check_picture_options(sn_cli *cli)
{
    const sn_settings *s = &cli->set;
    const char *alone = s->resize  ? "resize"
                        : s->mean  ? "mean"
                        : s->scale ? "scale"
                        : s->bgr   ? "bgr"
                                   : NULL;
    return !s->image && alone
               ? sn_cli_usage(cli, "--%s is for a picture; --image is missing", alone)
               : 0;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

const char *sn_cli_why_not_sized(sn_cli *cli, sn_model *m)
{
    sn_model *sized = NULL;
    const sn_status status = sn_model_sized(m, &sized);
    sn_model_destroy(sized);
    return status == SN_OK ? NULL : sn_cli_join(sn_context_error(cli->ctx), "");
}

int sn_cli_sized(sn_cli *cli, sn_model *m, sn_model **sized)
{
    const sn_status status = sn_model_sized(m, sized);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

/* Whether the array, of which raw elements are yet to be read, is what the input has, of that type,
 * for each image of a batch; then it is of that type. */
static int check_fits(sn_cli *cli, feed *f, const sn_value_info *v, const char *type)
{
    sn_array *a = &f->array;
    const uint64_t images = cli->set.batch > 1 ? cli->set.batch : 1,
                   wanted = (uint64_t)v->bytes / sn_type_size(type);
    int code = f->raw.file ? sn_npy_read_raw(cli, &f->raw, images * (uint64_t)v->bytes, a) : 0;
    if (!code) code = sn_npy_as(cli, a, type);
    if (code) return code;
    if (a->n % images)
        return sn_cli_error(cli, SN_E_SHAPE,
                            "%s: %" PRIu64 " elements cannot be divided among %" PRIu64 " images",
                            a->name, a->n, images);
    if (a->n / images != wanted)
        return sn_cli_error(cli, SN_E_SHAPE,
                            "input '%s' has %" PRIu64 " elements, the file %" PRIu64 "%s", v->name,
                            wanted, a->n / images, images > 1 ? " for each image" : "");
    if (a->rank != 1 && !sn_array_fits(a, v))
        return sn_cli_error(cli, SN_E_SHAPE, "input '%s' has the sizes %s, the file %s", v->name,
                            sizes_text(v->rank, v->sizes), sizes_text(a->rank, a->sizes));
    return 0;
}

int sn_cli_feed(sn_cli *cli, sn_model *m, sn_model **sized, const void *const **inputs)
{
    const sn_settings *s = &cli->set;
    uint32_t n = sn_model_n_inputs(m);
    feed *feeds = sn_cli_alloc((n + 1) * sizeof *feeds);
    memset(feeds, 0, (n + 1) * sizeof *feeds);
    for (uint32_t i = 0; i < n; i++) feeds[i].name = sn_cli_join(sn_model_input(m, i), "");
    int code = check_picture_options(cli);
    if (!code && s->image && s->batch > 1)
        code = sn_cli_usage(cli, "--image is one picture; with --batch, give the pictures as an "
                                 "array with --input-file");
    if (!code && s->image) code = read_picture(cli, m, feeds, n);
    for (size_t i = 0; i < s->input_files.n && !code; i++)
        code = read_array(cli, m, s->input_files.v[i], feeds, n);
    for (uint32_t i = 0; i < n && !code; i++) {
        if (!feeds[i].given)
            code = sn_cli_usage(cli,
                                "input '%s' is missing: give --input-file %s=FILE.npy, or --image",
                                feeds[i].name, feeds[i].name);
    }
    if (!code) code = sn_cli_sized(cli, m, sized);
    if (code) return code;
    const void **list = sn_cli_alloc((n + 1) * sizeof *list);
    for (uint32_t i = 0; i < n; i++) {
        sn_value_info v;
        sn_status status = sn_model_input_value(*sized, i, &v);
        if (status != SN_OK) return sn_cli_fail(cli, status);
        if (v.bytes < 0)
            return sn_cli_error(cli, SN_E_SHAPE, "input '%s' is too large for any memory", v.name);
        const char *type = sn_model_input_is_index(*sized, i) ? "i32" : *v.type ? v.type : "f32";
        code = check_fits(cli, &feeds[i], &v, type);
        if (code) return code;
        list[i] = feeds[i].array.data;
    }
    *inputs = list;
    return 0;
}
