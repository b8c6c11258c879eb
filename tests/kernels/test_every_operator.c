/* SPDX-License-Identifier: Apache-2.0
 *
 * Every operator that the interpreter evaluates compiles. First by the list: some kernel knows it.
 * Then by example: the cases of tests/data/ops, one or more an operator, become one network, which
 * is compiled, run, and compared with the interpreter. */
#include "kernels/kernel_unit.h"

#include <dirent.h>

#include "base/vec.h"
#include "kernels/kernel.h"

/* Operators that do not compile, or that no case here has, and why. */
static const char *const excepted[][2] = {
    {"identity", "is not worked out: it only holds other nodes"},
    {"range", "gives as many elements as its inputs' values say: a constant where they are known"},
    {"non_zero", "compiles as non_zero_in_room"},
    {"compress", "compiles as compress_in_room"},
    {"unique", "compiles as unique_in_room"},
    {"non_max_suppression", "compiles as non_max_suppression_in_room"},
    {"if", "has bodies: what they become is compiled, or nothing"},
    {"loop", "has a body: its trips are compiled, or nothing"},
    {"scan", "has a body: its trips are compiled, or nothing"},
    {"ncnn.same_convolution", "stays where an axis is padded by a negative number: a boundary"},
    {"ncnn.unfold", "stays where an axis is padded by a negative number: a boundary"},
    {"ncnn.pooling", "stays where an average leaves given pads out of an input that SAME pads"},
    {"ncnn.normalize", "stays where it passes on what it gets: a rewrite takes it away"},
};

static bool is_excepted(const char *op)
{
    for (size_t i = 0; i < sizeof excepted / sizeof excepted[0]; i++)
        if (strcmp(excepted[i][0], op) == 0) return true;
    return false;
}

static bool is_frame(const sn_op *op)
{
    return sn_op_has(op, SN_TRAIT_INPUT | SN_TRAIT_CONSTANT | SN_TRAIT_OUTPUT);
}

static void some_kernel_knows(void **state)
{
    (void)state;
    int n_wrong = 0;
    const sn_op *op;
    for (size_t i = 0; (op = sn_format_op_at(i)); i++) {
        if (is_frame(op) || !op->eval || sn_kernel_knows(op) || is_excepted(op->name)) continue;
        print_error("operator %s is evaluated, but no kernel takes it\n", op->name);
        n_wrong++;
    }
    assert_int_equal(n_wrong, 0);
}

/* ---- cases of tests/data/ops as kernel cases ------------------------------------------------- */

/* The section "--- name" of a case file; NULL: it has none. */
static char *section(sn_arena *arena, const char *text, const char *name)
{
    const char *head = sn_arena_printf(arena, "\n--- %s\n", name), *at_head = strstr(text, head);
    if (!at_head) return NULL;
    at_head += strlen(head);
    const char *end = strstr(at_head, "\n---");
    return sn_arena_strndup(arena, at_head, end ? (size_t)(end - at_head) + 1 : strlen(at_head));
}

/* Names of the first two results. */
typedef struct results {
    char name[2][64];
    int n;
} results;

static results results_of(const char *graph)
{
    results r = {.n = 0};
    const char *s = strstr(graph, "output(");
    for (s = s ? s + 7 : ""; *s && r.n < 2;) {
        const char *begin = strchr(s, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;
        if (!end || memchr(s, ')', (size_t)(begin - s))) break;
        snprintf(r.name[r.n++], sizeof r.name[0], "%.*s", (int)(end - begin - 1), begin + 1);
        s = end + 1;
    }
    return r;
}

static void add_name(sn_str *out, const char *name, size_t n, const results *r)
{
    for (int i = 0; i < r->n; i++) {
        if (strlen(r->name[i]) != n || memcmp(r->name[i], name, n) != 0) continue;
        sn_str_add(out, i == 0 ? "\"y$\"" : "\"z$\"");
        return;
    }
    sn_str_add(out, "\"v.");
    sn_str_addn(out, name, n);
    sn_str_add(out, ".$\"");
}

/* A line of the graph with all values renamed and without the layers' names; inputs without a
 * shape get the one that is fed. */
static void add_line(sn_str *out, const char *line, size_t n, const results *r, const char *feed)
{
    const char *end = line + n, *layer = strstr(line, " name=\"");
    const bool is_input = strstr(line, "= input") && strstr(line, "= input") < end;
    const char *shape = strstr(line, " : ");
    const bool needs_shape = is_input && !(shape && shape < end);
    if (layer && layer < end) end = layer;
    const char *first = line + 1, *first_end = strchr(first, '"');
    int lists = 0; /* what is quoted there is no value */
    for (const char *s = line; s < end; s++) {
        lists += (*s == '[') - (*s == ']');
        const bool is_data = s - line > 4 && strncmp(s - 4, "hex ", 4) == 0;
        const bool is_value = *s == '"' && (s == line || s[-1] != '=') && !is_data && !lists;
        const char *close = *s == '"' ? strchr(s + 1, '"') : NULL;
        if (!close) {
            sn_str_addn(out, s, 1);
            if (*s == '%') sn_str_add(out, "9$9"); /* values without a name have numbers */
            continue;
        }
        if (is_value)
            add_name(out, s + 1, (size_t)(close - s - 1), r);
        else
            sn_str_addn(out, s, (size_t)(close - s) + 1);
        s = close;
    }
    for (const char *f = feed; needs_shape && f && *f;
         f = strchr(f, '\n') ? strchr(f, '\n') + 1 : "") {
        const size_t length = (size_t)(first_end - first);
        if (strncmp(f, first, length) != 0 || f[length] != ' ') continue;
        size_t digits = strspn(f + length + 1, "0123456789,");
        sn_str_add(out, " : f32[");
        sn_str_addn(out, f + length + 1, digits);
        sn_str_add(out, "]");
    }
    sn_str_add(out, "\n");
}

static const char *case_text(sn_arena *arena, const char *file)
{
    const char *graph = section(arena, file, "in"), *feed = section(arena, file, "feed");
    if (!graph || !strstr(file, "test run")) return NULL;
    const results r = results_of(graph);
    sn_str out;
    sn_str_init(&out, arena);
    for (const char *s = graph; *s;) {
        const char *end = strchr(s, '\n');
        if (!end) end = s + strlen(s);
        if (end > s && strncmp(s, "output(", 7) != 0)
            add_line(&out, s, (size_t)(end - s), &r, feed);
        s = *end ? end + 1 : end;
    }
    return out.s;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static char *read_file(sn_arena *arena, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("%s cannot be read", path);
    char *text = sn_arena_alloc(arena, 1 << 16);
    const size_t n = fread(text, 1, (1 << 16) - 1, f);
    fclose(f);
    text[n] = 0;
    return text;
}

/* What no kernel computes yet. */
static const char *const not_compiled[] = {" f64[",    "f8e4m3fn",    "is_causal=true",
                                           "softcap=", "batch_axes=", NULL};

typedef struct case_list {
    SN_VEC(kernel_case) v;
} case_list;

static void read_cases(sn_arena *arena, const char *path, case_list *list)
{
    SN_VEC(const char *) names = SN_VEC_IN(arena);
    DIR *d = opendir(path);
    if (!d) fail_msg("%s cannot be read", path);
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        const size_t n = strlen(e->d_name);
        if (n > 2 && strcmp(e->d_name + n - 2, ".t") == 0)
            SN_PUSH(names, sn_arena_strdup(arena, e->d_name));
    }
    closedir(d);
    qsort(names.v, names.n, sizeof *names.v, by_name);
    for (size_t i = 0; i < names.n; i++) {
        const char *text =
            case_text(arena, read_file(arena, sn_arena_printf(arena, "%s/%s", path, names.v[i])));
        bool leave_out = !text;
        for (size_t k = 0; text && k < sizeof excepted / sizeof excepted[0]; k++)
            leave_out = leave_out || strstr(text, sn_arena_printf(arena, " %s(", excepted[k][0]));
        for (const char *const *what = not_compiled; text && *what; what++)
            leave_out = leave_out || strstr(text, *what);
        if (!leave_out) SN_PUSH(list->v, (kernel_case){.text = text, .bound = 1e-4});
    }
}

static void every_operator_computes(void **state)
{
    (void)state;
    const char *root = getenv("SINTER_TESTS");
    if (!root) skip();
    sn_arena *arena = sn_arena_create(ctx);
    case_list list = {SN_VEC_IN(arena)};
    read_cases(arena, sn_arena_printf(arena, "%s/data/ops", root), &list);
    sn_graph *g = graph_of_cases(arena, list.v.v, list.v.n);
    int n_missing = 0;
    const sn_op *op;
    for (size_t i = 0; (op = sn_format_op_at(i)); i++) {
        bool found = is_frame(op) || !op->eval || is_excepted(op->name);
        SN_EACH_NODE(node, g) found = found || node->op == op;
        if (found) continue;
        print_error("no case of tests/data/ops has operator %s\n", op->name);
        n_missing++;
    }
    assert_int_equal(n_missing, 0);
    print_message("%zu cases\n", list.v.n);
    const kernel_options o = {.fusion = SN_FUSION_FULL, .max_threads = 2, .light = true};
    check_graph(g, list.v.v, list.v.n, &o);
    sn_graph_destroy(g);
    sn_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(some_kernel_knows),
                                       cmocka_unit_test(every_operator_computes)};
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
