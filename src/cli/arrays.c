/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of a run: a line each, all numbers as text, or files. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/arrays.h"
#include "cli/json.h"
#include "cli/npy.h"

static void put_shape(const sn_array *a)
{
    if (strcmp(a->type, "f32") != 0) printf("%s ", a->type);
    for (int i = 0; i < a->rank; i++) printf("%s%" PRId64, i ? "," : "", a->sizes[i]);
    if (!a->rank) printf("scalar");
}

/* Whether element i is less than element k: integers as they are, of which a double does not hold
 * all. */
static bool is_less(const sn_array *a, uint64_t i, uint64_t k)
{
    if (strcmp(a->type, "i64") == 0)
        return ((const int64_t *)a->data)[i] < ((const int64_t *)a->data)[k];
    if (strcmp(a->type, "u64") == 0)
        return ((const uint64_t *)a->data)[i] < ((const uint64_t *)a->data)[k];
    return sn_array_at(a, i) < sn_array_at(a, k);
}

/* Short: its range, and where it is largest. */
static void put_summary(const sn_array *a)
{
    double sum = 0;
    uint64_t least = 0, most = 0, n_nan = 0;
    for (uint64_t i = 0; i < a->n; i++) {
        const double v = sn_array_at(a, i);
        n_nan += isnan(v);
        if (isnan(v)) continue;
        if (n_nan == i || is_less(a, i, least)) least = i;
        if (n_nan == i || is_less(a, most, i)) most = i;
        sum += v;
    }
    sn_put_safe(stdout, a->name);
    printf("  ");
    put_shape(a);
    if (a->n > n_nan)
        printf("  min %.6g  mean %.6g  max %.6g at %" PRIu64, sn_array_at(a, least),
               sum / (double)(a->n - n_nan), sn_array_at(a, most), most);
    if (n_nan == a->n && a->n)
        printf("  all not a number");
    else if (n_nan)
        printf("  %" PRIu64 " not a number", n_nan);
    putchar('\n');
}

/* Integers as they are: a double does not hold all of them. */
static void put_element(const sn_array *a, uint64_t i)
{
    if (strcmp(a->type, "i64") == 0)
        printf("%" PRId64, ((const int64_t *)a->data)[i]);
    else if (strcmp(a->type, "u64") == 0)
        printf("%" PRIu64, ((const uint64_t *)a->data)[i]);
    else
        printf(strcmp(a->type, "f64") == 0 ? "%.17g" : "%.9g", sn_array_at(a, i));
}

/* Rows of the last axis, an empty line where one of the others moves on. */
static void put_numbers(const sn_array *a)
{
    uint64_t row = a->rank && a->sizes[a->rank - 1] ? (uint64_t)a->sizes[a->rank - 1] : 1;
    uint64_t plane = a->rank > 2 ? row * (uint64_t)a->sizes[a->rank - 2] : a->n;
    sn_put_safe(stdout, a->name);
    printf(" ");
    put_shape(a);
    putchar('\n');
    for (uint64_t i = 0; i < a->n; i++) {
        if (i && i % plane == 0) putchar('\n');
        put_element(a, i);
        putchar(i % row == row - 1 ? '\n' : ' ');
    }
}

/* A name of an output as the name of a file: nothing that leads out of the folder or is hidden. */
static char *file_name(const char *name)
{
    char *safe = sn_cli_copy(name, strlen(name) < 100 ? strlen(name) : 100);
    for (char *c = safe; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || strchr("_-.+@", *c);
        if (!plain) *c = '_';
    }
    if (*safe == '.') *safe = '_';
    return *safe ? safe : sn_cli_copy("output", 6);
}

static bool is_taken(const char *const *names, uint32_t n, const char *name)
{
    for (uint32_t i = 0; i < n; i++)
        if (names[i] && strcmp(names[i], name) == 0) return true;
    return false;
}

/* No two are the same: who is named as the file keeps that name, the others get the first number
 * from 2 on that is free. */
static const char *const *file_names(const sn_array *list, uint32_t n)
{
    const char **plain = sn_cli_alloc((n + 1) * sizeof *plain),
               **names = sn_cli_alloc((n + 1) * sizeof *names);
    for (uint32_t i = 0; i < n; i++) {
        plain[i] = file_name(list[i].name);
        const bool own = strcmp(plain[i], list[i].name) == 0 && !is_taken(names, i, plain[i]);
        names[i] = own ? plain[i] : NULL;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (names[i]) continue;
        uint32_t number = 1;
        for (uint32_t k = 0; k < i; k++) number += strcmp(plain[k], plain[i]) == 0;
        const char *name = number > 1 ? NULL : plain[i];
        while (!name || is_taken(names, n, name)) {
            char text[16];
            number += name != NULL;
            snprintf(text, sizeof text, ".%u", (unsigned)number);
            name = sn_cli_join(plain[i], text);
        }
        names[i] = name;
    }
    return names;
}

int sn_cli_make_folder(sn_cli *cli, const char *path)
{
    struct stat st;
    if (mkdir(path, 0777) == 0 || (stat(path, &st) == 0 && S_ISDIR(st.st_mode))) return 0;
    return sn_cli_error(cli, SN_E_IO, "%s: the folder cannot be made: %s", path, strerror(errno));
}

static int write_files(sn_cli *cli, const sn_array *list, uint32_t n, sn_file *files)
{
    const char *const *names = file_names(list, n);
    const char *folder = sn_cli_join(cli->set.out, "/");
    int code = 0;
    for (uint32_t i = 0; i < n && !code; i++) {
        const char *path = sn_cli_join(folder, sn_cli_join(names[i], ".npy"));
        files[i] = sn_npy_file(path, &list[i]);
        code = sn_cli_check_target(cli, path);
    }
    if (!code) code = sn_cli_make_folder(cli, cli->set.out);
    if (code) return code;
    sn_status status = sn_write_files(cli->ctx, files, n);
    return status == SN_OK ? 0 : sn_cli_fail(cli, status);
}

/* Integers as integers; what JSON has no number for, or jansson none that is so large, as text that
 * other languages read as that number. */
static json_t *json_element(const sn_array *a, uint64_t i)
{
    const double v = sn_array_at(a, i);
    if (strcmp(a->type, "i64") == 0) return json_integer(((const int64_t *)a->data)[i]);
    if (strcmp(a->type, "u64") == 0) {
        const uint64_t u = ((const uint64_t *)a->data)[i];
        return u <= INT64_MAX ? json_integer((json_int_t)u) : json_sprintf("%" PRIu64, u);
    }
    if (*a->type == 'i' || *a->type == 'u' || strcmp(a->type, "bool") == 0)
        return json_integer((json_int_t)v);
    if (isfinite(v)) return json_real(v);
    return json_string(isnan(v) ? "NaN" : v > 0 ? "Infinity" : "-Infinity");
}

enum { DIGITS_OF_F64 = 17 }; /* by which each is known */

static void add_json(sn_cli *cli, const sn_array *list, uint32_t n, const sn_file *files)
{
    json_t *outputs = json_array();
    for (uint32_t i = 0; i < n; i++) {
        json_t *o = json_object(), *shape = json_array();
        for (int k = 0; k < list[i].rank; k++)
            json_array_append_new(shape, json_integer(list[i].sizes[k]));
        json_object_set_new(o, "name", sn_json_text(list[i].name));
        json_object_set_new(o, "type", sn_json_text(list[i].type));
        json_object_set_new(o, "shape", shape);
        if (files) json_object_set_new(o, "file", sn_json_text(files[i].path));
        if (cli->set.text && strcmp(list[i].type, "f64") == 0) cli->json_digits = DIGITS_OF_F64;
        if (cli->set.text) {
            json_t *values = json_array();
            for (uint64_t k = 0; k < list[i].n; k++)
                json_array_append_new(values, json_element(&list[i], k));
            json_object_set_new(o, "values", values);
        }
        json_array_append_new(outputs, o);
    }
    json_object_set_new(sn_json_root(cli), "outputs", outputs);
}

/* Elements around an axis: [outer][n][inner]. */
static int64_t span_of(const sn_array *a, int axis, int64_t *inner)
{
    int64_t outer = 1;
    *inner = 1;
    for (int i = 0; i < axis; i++) outer *= a->sizes[i];
    for (int i = axis + 1; i < a->rank; i++) *inner *= a->sizes[i];
    return outer;
}

void sn_cli_trim(sn_array *a, int axis, int64_t n)
{
    int64_t inner;
    const int64_t outer = span_of(a, axis, &inner), room = a->sizes[axis];
    const size_t each = sn_type_size(a->type) * (size_t)inner;
    char *kept = sn_cli_alloc((size_t)(outer * n) * each + 1);
    for (int64_t i = 0; i < outer && n; i++)
        memcpy(kept + (size_t)(i * n) * each, (const char *)a->data + (size_t)(i * room) * each,
               (size_t)n * each);
    a->data = kept;
    a->sizes[axis] = n;
    a->n = (uint64_t)(outer * n * inner);
    a->bytes = (uint64_t)(outer * n) * each;
}

int sn_cli_put_arrays(sn_cli *cli, const sn_array *list, uint32_t n)
{
    const sn_settings *s = &cli->set;
    sn_file *files = sn_cli_alloc((n + 1) * sizeof *files);
    int code = s->out ? write_files(cli, list, n, files) : 0;
    if (code) return code;
    if (s->json) {
        add_json(cli, list, n, s->out ? files : NULL);
        return 0;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (s->text)
            put_numbers(&list[i]);
        else if (!s->quiet)
            put_summary(&list[i]);
    }
    for (uint32_t i = 0; i < n && s->out && !s->quiet; i++) {
        sn_put_label("written");
        sn_cli_put_file(files[i].path);
        putchar('\n');
    }
    return 0;
}
