/* SPDX-License-Identifier: Apache-2.0
 *
 * A network by hand, in the form in which the code generator hands its steps over: data [4][1000],
 * y = w[c] * x, then s = the sum of all of y, then out[c][i] = y + s / 4096, and a second output
 * with s alone. The sum needs all that the step before made. With so many units that each thread
 * gets some. */
#ifndef SN_TESTS_DRIVER_TOY_H
#define SN_TESTS_DRIVER_TOY_H

#include "codegen/module_emit.h"

enum { TOY_CHANNELS = 4, TOY_LENGTH = 1000, TOY_SIZE = 4000 };

#define TOY_SUPPORT                                                                                \
    "#define WORK ((float *)(void *)n->work)\n"                                                    \
    "#define WEIGHTS ((const float *)(const void *)n->weights)\n\n"
#define TOY_SCALE                                                                                  \
    "STEP void toy_scale(const struct net *n, long first, long last, float *scratch)\n{\n"         \
    "    for (long u = first; u < last; u++) {\n"                                                  \
    "        scratch[u % 7] = WEIGHTS[u / 1000];\n"                                                \
    "        WORK[u] = n->in[0][u] * scratch[u % 7];\n    }\n}\n\n"
#define TOY_SUM                                                                                    \
    "STEP void toy_sum(const struct net *n, long first, long last, float *scratch)\n{\n"           \
    "    (void)scratch;\n"                                                                         \
    "    for (long u = first; u < last; u++) {\n        float s = 0;\n"                            \
    "        for (long i = 0; i < 4000; i++) s += WORK[i];\n"                                      \
    "        n->out[1][u] = s;\n        WORK[4000 + 16 * u] = s;\n    }\n}\n\n"
#define TOY_ADD                                                                                    \
    "STEP void toy_add(const struct net *n, long first, long last, float *scratch)\n{\n"           \
    "    (void)scratch;\n"                                                                         \
    "    for (long u = first; u < last; u++)\n"                                                    \
    "        for (long i = 0; i < 1000; i++) n->out[0][u * 1000 + i] = WORK[u * 1000 + i] + "      \
    "WORK[4000] / 4096.0f;\n}\n"

static const float toy_weights[TOY_CHANNELS] = {1.0f, -2.0f, 0.5f, 4.0f};

/* One C file, or one for each step. `threads` has a decimal digit for each step, the last digit for
 * the first one: 0 if all share it, else 1 more than the thread that does it; threads meet as the
 * plan would have them meet. */
static inline sn_module toy_alone(const char *prefix, const char *name, size_t n_parts,
                                  unsigned threads)
{
    static const char *const whole[] = {TOY_SCALE TOY_SUM TOY_ADD}, *const parts[] = {TOY_SCALE,
                                                                                      TOY_SUM,
                                                                                      TOY_ADD};
    static sn_module_tensor input = {
        .name = "data", .type = SN_TYPE_f32, .rank = 2, .shape = {TOY_CHANNELS, TOY_LENGTH}};
    static sn_module_tensor outputs[] = {
        {.name = "out", .type = SN_TYPE_f32, .rank = 2, .shape = {TOY_CHANNELS, TOY_LENGTH}},
        {.name = "sum", .type = SN_TYPE_f32, .rank = 1, .shape = {1}}};
    static sn_module_step steps[] = {
        {"toy_scale", "scale", "by hand", TOY_SIZE, false, -1, true, 0, 1, 4000, 32000},
        {"toy_sum", "sum", "by hand", 1, true, -1, true, 0, 1, 4000, 16000},
        {"toy_add", "add", "by hand", TOY_CHANNELS, true, -1, false, 0, 1, 8000, 32000},
    };
    static const sn_module_set set = {
        .inputs = &input,
        .outputs = outputs,
        .steps = steps,
        .n_steps = 3,
        .memory.work_bytes = (TOY_SIZE + 16) * sizeof(float),
        .memory.scratch_bytes = 7 * sizeof(float),
    };
    static const sn_module_target one_file = {.support = TOY_SUPPORT, .parts = whole, .n_parts = 1};
    static const sn_module_target three_files = {
        .support = TOY_SUPPORT, .parts = parts, .n_parts = 3};
    for (unsigned i = 0; i < 3; i++, threads /= 10) {
        steps[i].thread = (int)(threads % 10) - 1;
        steps[i].barrier = i > 0 && (steps[i].thread < 0 || steps[i].thread != steps[i - 1].thread);
    }
    input.name = outputs[0].name = steps[0].layers = name;
    return (sn_module){
        .prefix = prefix,
        .model = name,
        .gcc_flags = "-O2 -march=native",
        .clang_flags = "-O2 -march=native",
        .n_inputs = 1,
        .n_outputs = 2,
        .sets = &set,
        .n_sets = 1,
        .targets = n_parts == 1 ? &one_file : &three_files,
        .n_targets = 1,
        .weights = toy_weights,
        .weights_bytes = sizeof toy_weights,
    };
}

static inline sn_module toy(const char *prefix, const char *name, size_t n_parts)
{
    return toy_alone(prefix, name, n_parts, 0);
}

static inline float input_at(int i, int run) { return (float)((i * 7 + run) % 13 - 6) / 8; }

static inline void check_outputs(const float *in, const float *out, const float *sum)
{
    float s = 0;
    for (int i = 0; i < TOY_SIZE; i++) s += in[i] * toy_weights[i / TOY_LENGTH];
    assert_true(*sum == s);
    for (int i = 0; i < TOY_SIZE; i++)
        assert_true(out[i] == in[i] * toy_weights[i / TOY_LENGTH] + s / 4096.0f);
}

#endif
