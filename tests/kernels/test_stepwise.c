/* SPDX-License-Identifier: Apache-2.0
 *
 * The self-test of compiled code: weights that are off by little more than roundings of their type
 * are found, and so are steps that write over what others are to read; what is compiled right
 * passes. */
#include "api/stepwise.h"
#include "kernels/kernel_unit.h"
#include "ops/ops.h"

static double off;        /* share by which weights are off */
static bool other_op;     /* instead, an arg_max is an arg_min */
static bool was_found[2]; /* with right weights, with wrong ones */
static bool spoils;       /* instead, a step writes over what one before it left */
static char error_text[1024];

static bool is_found(const sn_program *p, const sn_graph *g, const struct sinter_module *m,
                     const void *weights, size_t bytes)
{
    struct sn_context context = {.ctx = ctx};
    const sn_stepwise what = {.program = p,
                              .graph = g,
                              .module = m,
                              .weights = weights,
                              .weights_bytes = bytes,
                              .n_threads = 2,
                              .compiler = "cc",
                              .flags = "flags"};
    const sn_status status = sn_check_stepwise(&context, &what);
    if (status != SN_OK && status != SN_E_MISCOMPILED) fail_msg("%s", sn_ctx_error(ctx));
    snprintf(error_text, sizeof error_text, "%s", status == SN_OK ? "" : sn_ctx_error(ctx));
    sn_ctx_clear_error(ctx);
    return status != SN_OK;
}

static sn_value *weight_of(const sn_graph *g)
{
    SN_EACH_NODE(n, g)
    {
        for (uint16_t i = 0; i < n->n_in; i++) {
            if (sn_in(n, i) && sn_in(n, i)->kind != SN_RESULT && sn_in(n, i)->data)
                return sn_in(n, i);
        }
    }
    return NULL;
}

static const sn_tensor *scaled(const sn_tensor *t)
{
    const sn_tensor *wide = NULL, *out = NULL;
    kernel_ok(sn_tensor_convert(ctx, t, SN_TYPE_f64, &wide));
    sn_tensor *to = NULL;
    void *data = NULL;
    kernel_ok(sn_tensor_create(ctx, SN_TYPE_f64, &t->shape, &to, &data));
    for (int64_t i = 0; i < sn_tensor_count(t); i++)
        ((double *)data)[i] = sn_tensor_at(wide, i) * (1 + off);
    kernel_ok(sn_tensor_convert(ctx, to, t->type, &out));
    sn_tensor_release(to);
    sn_tensor_release(wide);
    return out;
}

/* ---- a network whose second step spoils what its first one left ------------------------------ */

static const struct sinter_module *right_module;
static const sn_program *right_program;

static int spoiling_step(void *net, int step, const void *const *in, void *const *out)
{
    const int code = right_module->step(net, step, in, out);
    const sn_place *left = right_program->step[0]->out[0];
    if (step == 1)
        *(float *)((char *)right_module->work(net) + left->storage->offset + left->offset) = 1000;
    return code;
}

static int spoiling_run(void *net, const void *const *in, void *const *out)
{
    int code = 0;
    for (size_t i = 0; i < right_program->n_phases && code == 0; i++)
        code = spoiling_step(net, (int)i, in, out);
    return code;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* What is compiled stands beside a network of other weights. */
static sn_status both(const sn_program *p, const sn_graph *g, const struct sinter_module *m,
                      const sn_source *weights)
{
    const void *data = weights ? weights->data : NULL;
    const size_t bytes = weights ? weights->bytes : 0;
    if (other_op) {
        sn_node *n = g->first;
        while (n->op != &sn_op_arg_max) n = n->next;
        was_found[0] = is_found(p, g, m, data, bytes);
        n->op = &sn_op_arg_min;
        was_found[1] = is_found(p, g, m, data, bytes);
        n->op = &sn_op_arg_max;
        return SN_OK;
    }
    if (spoils) {
        struct sinter_module bad = *m;
        right_module = m;
        right_program = p;
        bad.step = spoiling_step;
        bad.run = spoiling_run;
        was_found[0] = is_found(p, g, m, data, bytes);
        was_found[1] = is_found(p, g, &bad, data, bytes);
        return SN_OK;
    }
    sn_value *w = weight_of(g);
    const sn_tensor *right = w->data, *wrong = scaled(right);
    was_found[0] = is_found(p, g, m, data, bytes);
    w->data = wrong;
    was_found[1] = is_found(p, g, m, data, bytes);
    w->data = right;
    sn_tensor_release(wrong);
    return SN_OK;
}

static void finds(const char *text, double share)
{
    const kernel_case c = {.text = text};
    const kernel_options o = {.fusion = SN_FUSION_TVM, .also = both, .max_threads = 1};
    off = share;
    check_cases(&c, 1, &o);
    assert_false(was_found[0]);
    assert_true(was_found[1]);
}

static void weights_of_f64(void **state)
{
    (void)state;
    finds(
        "\"x$\" = input : f64[3,5]\n\"y$\" = linear(\"x$\", @\"w$\")\n@\"w$\" = f64[7,5] seed 1\n",
        1e-12);
    finds("\"x$\" = input : f64[7]\n\"y$\" = mul(\"x$\", @\"w$\")\n@\"w$\" = f64[7] seed 1\n",
          1e-13);
}

static void weights_of_f32(void **state)
{
    (void)state;
    finds(
        "\"x$\" = input : f32[3,5]\n\"y$\" = linear(\"x$\", @\"w$\")\n@\"w$\" = f32[7,5] seed 1\n",
        1e-3);
}

/* A constant that is stored as halves is compared by its numbers. */
static void coded_constant(void **state)
{
    (void)state;
    finds("\"y$\" = constant(@\"w$\") : f32[3,1,2]\n@\"w$\" = f16(f32)[3,1,2] "
          "[-0.5,-0.25,0.75,1,2,-3]\n",
          0.1);
}

static void not_a_number(void **state)
{
    (void)state;
    static const char *const types[] = {"f64", "f32", "f16", "bf16"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char text[256];
        snprintf(
            text, sizeof text,
            "\"x$\" = input : %s[3,5]\n\"y$\" = mul(\"x$\", @\"w$\")\n@\"w$\" = %s[5] seed 1\n",
            types[i], types[i]);
        finds(text, (double)NAN);
    }
}

static void what_is_selected(void **state)
{
    (void)state;
    other_op = true;
    finds("\"x$\" = input : f32[3,8]\n\"y$\" = arg_max(\"x$\") {axis=1}\n", 0);
    other_op = false;
}

/* The result is behind a function that jumps, so that one element tells nothing by itself. */
static void what_is_kept(void **state)
{
    (void)state;
    const kernel_case c = {.text = "\"x$\" = input : f32[8]\n"
                                   "\"a$\" = linear(\"x$\", @\"v$\")\n"
                                   "\"f$\" = floor(\"a$\")\n"
                                   "\"g$\" = linear(\"f$\", @\"w$\")\n"
                                   "\"s$\" = add(\"a$\", \"g$\")\n"
                                   "\"y$\" = linear(\"s$\", @\"u$\")\n"
                                   "@\"v$\" = f32[16,8] seed 1\n"
                                   "@\"w$\" = f32[16,16] seed 2\n"
                                   "@\"u$\" = f32[1,16] seed 3\n"};
    const kernel_options o = {
        .fusion = SN_FUSION_OFF, .lone_steps = true, .also = both, .max_threads = 1};
    spoils = true;
    check_cases(&c, 1, &o);
    spoils = false;
    assert_false(was_found[0]);
    assert_true(was_found[1]);
    assert_non_null(strstr(error_text, "which is not what another has left there"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_of_f64),   cmocka_unit_test(weights_of_f32),
        cmocka_unit_test(coded_constant),   cmocka_unit_test(not_a_number),
        cmocka_unit_test(what_is_selected), cmocka_unit_test(what_is_kept),
    };
    return cmocka_run_group_tests(tests, kernel_setup, kernel_teardown);
}
