/* SPDX-License-Identifier: Apache-2.0
 *
 * The rule of agreement: element by element, by what rounding was measured to do to each. */
#include "base/unit.h"

#include <float.h>
#include <math.h>

#include "base/num.h"
#include "ref/agree.h"
#include "ref/distance.h"

typedef struct bench {
    sn_ctx *ctx;
    sn_arena *arena;
    sn_spread spread;
    sn_agreement r;
} bench;

static int setup(void **state)
{
    static bench b;
    b = (bench){.ctx = sn_ctx_create(NULL, NULL)};
    b.arena = sn_arena_create(b.ctx);
    *state = &b;
    return 0;
}

static int teardown(void **state)
{
    bench *b = *state;
    sn_arena_destroy(b->arena);
    sn_ctx_destroy(b->ctx);
    return 0;
}

/* Channels of 16 elements, uniform in [-1, 1] times the scale of the channel. */
static float *filled(bench *b, sn_shape shape, const double *scales, sn_tensor **out)
{
    void *data = NULL;
    assert_int_equal(sn_tensor_create(b->ctx, SN_TYPE_f32, &shape, out, &data), SN_OK);
    sn_rng rng = sn_rng_of(3);
    const int64_t n = sn_tensor_count(*out), each = n / shape.d[0];
    for (int64_t i = 0; i < n; i++)
        ((float *)data)[i] = (float)(sn_rng_uniform(&rng, -1, 1) * scales[i / each]);
    return data;
}

static void measure(bench *b, const sn_tensor *clean, const double *noise)
{
    sn_tensor *t = NULL;
    void *data = NULL;
    sn_rng rng = sn_rng_of(11 + (uint64_t)b->spread.n_draws);
    const int64_t n = sn_tensor_count(clean), each = n / clean->shape.d[0];
    assert_int_equal(sn_tensor_create(b->ctx, SN_TYPE_f32, &clean->shape, &t, &data), SN_OK);
    for (int64_t i = 0; i < n; i++) {
        const double by = noise[i / each];
        ((float *)data)[i] =
            (float)(sn_tensor_at(clean, i) + (sn_rng_range(&rng, 0, 1) ? by : -by));
    }
    sn_spread_add(&b->spread, clean, t, b->arena);
    sn_tensor_release(t);
}

static sn_verdict judge(bench *b, sn_tensor *expected, sn_tensor *got)
{
    sn_agree(expected, got, &b->spread, b->arena, &b->r);
    sn_tensor_release(expected);
    sn_tensor_release(got);
    return b->r.verdict;
}

static void a_small_channel_counts_as_much_as_a_large_one(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1e-6, 1}, noise[] = {1e-7, 1e-13, 1e-7};
    sn_tensor *x, *y;
    filled(b, SN_SHAPE(3, 4, 4), scales, &x);
    float *to = filled(b, SN_SHAPE(3, 4, 4), scales, &y);
    for (int i = 16; i < 32; i++) to[i] = -to[i];
    measure(b, x, noise);
    assert_int_equal(judge(b, x, y), SN_DIFFERENT);
    assert_in_range(b->r.at, 16, 31);
    assert_true(b->r.distance < 1e-5 && b->r.share > 1e4 && b->r.open);
}

static void a_small_column_of_a_matrix_counts(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1, 1, 1}, noise[] = {1e-7, 1e-7, 1e-7, 1e-7};
    sn_tensor *x, *y;
    float *from = filled(b, SN_SHAPE(4, 8), scales, &x);
    float *to = filled(b, SN_SHAPE(4, 8), scales, &y);
    measure(b, x, noise);
    for (int i = 3; i < 32; i += 8) to[i] = from[i] = from[i] * 1e-5F;
    b->spread = (sn_spread){0};
    measure(b, x, noise);
    for (int i = 3; i < 32; i += 8) to[i] = -from[i];
    assert_int_equal(judge(b, x, y), SN_DIFFERENT);
    assert_int_equal(b->r.at % 8, 3);
}

static void what_rounding_explains_is_the_same(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1}, noise[] = {1e-5, 1e-5};
    sn_tensor *x, *y;
    filled(b, SN_SHAPE(2, 4, 4), scales, &x);
    float *to = filled(b, SN_SHAPE(2, 4, 4), scales, &y);
    for (int i = 0; i < 32; i++) to[i] += 5e-5F;
    measure(b, x, noise);
    assert_int_equal(judge(b, x, y), SN_SAME);
    assert_true(b->r.share < 1 && b->r.share > 0.3 && b->r.decides[0] && b->r.decides[1]);
}

static void noise_beyond_the_cap_tells_nothing(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1}, noise[] = {1e-2, 1e-7}, much[] = {1e-2, 1e-2};
    for (int one = 0; one < 2; one++) {
        sn_tensor *x, *y;
        filled(b, SN_SHAPE(2, 4, 4), scales, &x);
        float *to = filled(b, SN_SHAPE(2, 4, 4), scales, &y);
        for (int i = 0; i < 16; i++) to[i] += 5e-2F;
        for (int i = 16; i < 32; i++) to[i] += one ? 0 : 5e-2F;
        b->spread = (sn_spread){0};
        measure(b, x, one ? noise : much);
        assert_int_equal(judge(b, x, y), one ? SN_SAME : SN_INCONCLUSIVE);
        assert_true(!b->r.decides[0] && b->r.decides[1] == one);
    }
}

static void noise_that_makes_no_numbers_teaches_nothing_of_what_is_far_off(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1}, nan[] = {NAN, 0};
    for (int far = 0; far < 2; far++) {
        sn_tensor *x, *y;
        const float *from = filled(b, SN_SHAPE(2, 16), scales, &x);
        float *to = filled(b, SN_SHAPE(2, 16), scales, &y);
        b->spread = (sn_spread){0};
        measure(b, x, nan);
        to[3] = from[3] * (far ? 2 : 1.001F);
        sn_agree(x, y, &b->spread, b->arena, &b->r);
        assert_int_equal(b->r.verdict, far ? SN_INCONCLUSIVE : SN_SAME);
        assert_int_equal(b->r.unmeasured, far);
        assert_int_equal(b->r.decides[1], !far);
        sn_tensor_release(x);
        sn_tensor_release(y);
    }
}

static void no_noise_excuses_what_it_does_not_reach(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1}, noise[] = {1e-2, 1e-2};
    sn_tensor *x, *y;
    filled(b, SN_SHAPE(2, 4, 4), scales, &x);
    float *to = filled(b, SN_SHAPE(2, 4, 4), scales, &y);
    to[5] += 0.24F;
    measure(b, x, noise);
    assert_int_equal(judge(b, x, y), SN_DIFFERENT);
    assert_int_equal(b->r.at, 5);
}

static void last_bits_need_no_measurement(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1e-3};
    for (int far = 0; far < 2; far++) {
        sn_tensor *x, *y;
        filled(b, SN_SHAPE(2, 4, 4), scales, &x);
        float *to = filled(b, SN_SHAPE(2, 4, 4), scales, &y);
        to[2] += 1e-7F;
        to[20] += far ? 1e-7F : 1e-10F;
        assert_int_equal(judge(b, x, y), far ? SN_DIFFERENT : SN_SAME);
    }
    assert_true(b->r.open);
}

static void below_the_smallest_normal_number_digits_are_lost(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1e-41};
    sn_tensor *x, *y;
    filled(b, SN_SHAPE(2, 4, 4), scales, &x);
    float *to = filled(b, SN_SHAPE(2, 4, 4), scales, &y);
    to[20] *= 1.5F;
    assert_int_equal(judge(b, x, y), SN_SAME);
}

static void what_is_not_a_number_must_not_be_one(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1};
    for (int same = 0; same < 2; same++) {
        sn_tensor *x, *y;
        float *from = filled(b, SN_SHAPE(2, 4, 4), scales, &x),
              *to = filled(b, SN_SHAPE(2, 4, 4), scales, &y);
        from[3] = NAN;
        from[4] = -INFINITY;
        if (same) to[3] = NAN;
        to[4] = -INFINITY;
        assert_int_equal(judge(b, x, y), same ? SN_SAME : SN_DIFFERENT);
        if (!same) assert_int_equal(b->r.at, 3);
    }
}

/* Beside something that is not a number, what rounding moves too far decides no more than alone. */
static void what_is_not_a_number_speaks_for_nothing_else(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1};
    for (int nan = 0; nan < 2; nan++) {
        sn_tensor *x, *y;
        float *from = filled(b, SN_SHAPE(2), scales, &x), *to = filled(b, SN_SHAPE(2), scales, &y);
        from[0] = to[0] = NAN;
        from[1] = 1;
        to[1] = -500;
        b->spread = (sn_spread){0};
        sn_spread_add(&b->spread, x, NULL, b->arena);
        if (!nan) from[0] = 2, to[0] = 77;
        assert_int_equal(judge(b, x, y), SN_INCONCLUSIVE);
        assert_true(!b->r.decides[0] && !b->r.decides[1]);
    }
    sn_tensor *x, *y;
    float *from = filled(b, SN_SHAPE(2), scales, &x), *to = filled(b, SN_SHAPE(2), scales, &y);
    from[0] = to[0] = NAN;
    assert_int_equal(judge(b, x, y), SN_SAME);
    assert_true(!b->r.decides[0] && b->r.decides[1]);
}

static void whole_steps_are_few_and_were_seen(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1}, none[] = {0, 0};
    static const struct {
        int n_off, moved; /* elements, the first; the one that a draw moved */
        sn_verdict verdict;
    } cases[] = {
        {1, 14, SN_SAME},
        {16, 30, SN_DIFFERENT},
        {1, 30, SN_INCONCLUSIVE}, /* another channel */
        {4, 30, SN_DIFFERENT},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const int n_off = cases[k].n_off;
        sn_tensor *x, *y, *z;
        filled(b, SN_SHAPE(2, 4, 4), scales, &x);
        float *to = filled(b, SN_SHAPE(2, 4, 4), scales, &y),
              *draw = filled(b, SN_SHAPE(2, 4, 4), scales, &z);
        for (int i = 0; i < n_off; i++) to[i] += 0.01F;
        draw[cases[k].moved] += 0.01F;
        b->spread = (sn_spread){.steps = true};
        measure(b, x, none);
        sn_spread_add(&b->spread, x, z, b->arena);
        sn_tensor_release(z);
        assert_int_equal(judge(b, x, y), cases[k].verdict);
    }
}

static void what_halves_do_is_the_smaller_of_both_sides_and_no_more_than_allowed(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1, 1}, small[] = {1e-7, 1e-7, 1e-7},
                        x_does[] = {1e-3, 1e-3, 1e-6}, y_does[] = {1e-3, 1e-6, 1e-3};
    static const double bounds[] = {INFINITY, 1e-4};
    static const double off[] = {4e-3, 4e-6, 4e-6};
    for (int k = 0; k < 2; k++) {
        for (int channel = 0; channel < 3; channel++) {
            for (int times = 1; times <= 3; times += 2) {
                sn_tensor *t, *u;
                filled(b, SN_SHAPE(3, 4, 4), scales, &t);
                float *to = filled(b, SN_SHAPE(3, 4, 4), scales, &u);
                for (int i = 0; i < 16; i++) to[16 * channel + i] += (float)(times * off[channel]);
                sn_spread own = {0}, x = {0}, y = {0};
                b->spread = (sn_spread){0}, measure(b, t, small), own = b->spread;
                b->spread = (sn_spread){0}, measure(b, t, x_does), x = b->spread;
                b->spread = (sn_spread){0}, measure(b, t, y_does), y = b->spread;
                b->spread = sn_spread_beside(&own, &x, &y, t, bounds[k], b->arena);
                const bool same = times == 1 && (k == 0 || channel > 0);
                assert_int_equal(judge(b, t, u), same ? SN_SAME : SN_DIFFERENT);
            }
        }
    }
}

/* A vector, and a matrix of many columns: neighbours are one channel, so that there are not as many
 * as elements. */
static void one_element_of_very_many_counts(void **state)
{
    bench *b = *state;
    const sn_shape shapes[] = {SN_SHAPE(200001), SN_SHAPE(2, 100001), SN_SHAPE(100001, 2),
                               SN_SHAPE(100001, 1, 2)};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const int64_t n = sn_shape_count(&shapes[k]), at[] = {0, 123456, n - 1};
        for (int i = 0; i < 3; i++) {
            double *scales = SN_NEW_N(b->arena, double, shapes[k].d[0]),
                   *noise = SN_NEW_N(b->arena, double, shapes[k].d[0]);
            for (int64_t c = 0; c < shapes[k].d[0]; c++) scales[c] = 1, noise[c] = 1e-7;
            sn_tensor *x, *y;
            filled(b, shapes[k], scales, &x);
            float *to = filled(b, shapes[k], scales, &y);
            b->spread = (sn_spread){0};
            measure(b, x, noise);
            to[at[i]] += 1e-5F;
            assert_int_equal(judge(b, x, y), SN_DIFFERENT);
            assert_int_equal(b->r.at, at[i]);
            assert_true(b->r.n_channels <= 3 * 65536);
        }
    }
}

/* As x, but for last bits of some elements, and for what `odd` says of the last. */
static float *nearly(bench *b, const float *x, sn_shape shape, double odd, sn_tensor **out)
{
    void *data = NULL;
    assert_int_equal(sn_tensor_create(b->ctx, SN_TYPE_f32, &shape, out, &data), SN_OK);
    const int64_t n = sn_tensor_count(*out);
    float *to = data;
    for (int64_t i = 0; i < n; i++)
        to[i] = i % 3 ? x[i] : nextafterf(x[i], (float)(i % 2 ? INFINITY : -INFINITY));
    if (odd != 0) to[n - 1] = (float)(odd > 1 ? odd : (double)x[n - 1] + odd);
    return to;
}

/* Whole channels that are off by last bits alone are judged at once: as their elements are. */
static void channels_are_judged_as_their_elements(void **state)
{
    bench *b = *state;
    static const double scales[] = {1, 1e-6, 3, 1e20}, odd[] = {0, 2e-7, 1e-3, INFINITY, NAN};
    const sn_shape shapes[] = {SN_SHAPE(4, 4, 5), SN_SHAPE(4, 7), SN_SHAPE(4)};
    double none[80] = {0};
    for (size_t k = 0; k < 15; k++) {
        sn_tensor *x, *y;
        float *from = filled(b, shapes[k / 5], scales, &x);
        nearly(b, from, shapes[k / 5], odd[k % 5], &y);
        sn_agreement at_once, one_by_one;
        b->spread = (sn_spread){0};
        sn_agree(x, y, &b->spread, b->arena, &at_once);
        b->spread.most = none; /* which is something measured */
        sn_agree(x, y, &b->spread, b->arena, &one_by_one);
        assert_int_equal(at_once.verdict, one_by_one.verdict);
        assert_int_equal(at_once.at, one_by_one.at);
        assert_true(at_once.share == one_by_one.share);
        assert_true(at_once.distance == one_by_one.distance);
        assert_true(at_once.allowed == one_by_one.allowed);
        for (int64_t c = 0; c < at_once.n_channels; c++) {
            assert_int_equal(at_once.decides[c], one_by_one.decides[c]);
            assert_int_equal(at_once.off[c], one_by_one.off[c]);
        }
        sn_tensor_release(x);
        sn_tensor_release(y);
    }
    b->spread = (sn_spread){0};
}

static void what_is_no_number_is_found_anywhere(void **state)
{
    bench *b = *state;
    enum { N = 3000 };
    const sn_shape shape = SN_SHAPE(N);
    static const int places[] = {0, 1023, 1024, N - 1};
    sn_tensor *t;
    void *data = NULL;
    assert_int_equal(sn_tensor_create(b->ctx, SN_TYPE_f32, &shape, &t, &data), SN_OK);
    float *v = data;
    for (int i = 0; i < N; i++) v[i] = i % 2 ? FLT_MAX : -FLT_MIN / 2;
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        const float was = v[places[k]];
        assert_false(sn_is_infinite(t) || sn_is_nan_somewhere(t));
        v[places[k]] = -INFINITY;
        assert_true(sn_is_infinite(t) && !sn_is_nan_somewhere(t));
        v[places[k]] = k % 2 ? -NAN : NAN;
        assert_true(!sn_is_infinite(t) && sn_is_nan_somewhere(t));
        v[places[k]] = was;
    }
    assert_true(sn_tensor_largest(t) == (double)FLT_MAX);
    assert_true(sn_tensor_largest_finite(t) == (double)(FLT_MIN / 2));
    v[5] = NAN;
    v[6] = -3;
    assert_true(sn_tensor_largest_finite(t) == 3);
    assert_true(sn_largest_below(v, N, 3) == (double)(FLT_MIN / 2));
    v[7] = INFINITY;
    assert_true(isinf(sn_tensor_largest(t)));
    sn_tensor_release(t);
}

static sn_tensor *halves(bench *b, double factor, double noise, uint64_t seed)
{
    enum { N = 64 };
    sn_tensor *t = NULL;
    void *data = NULL;
    const sn_shape shape = {.rank = 2, .d = {4, N / 4}};
    sn_rng rng = sn_rng_of(5), roundings = sn_rng_of(seed);
    assert_int_equal(sn_tensor_create(b->ctx, SN_TYPE_f16, &shape, &t, &data), SN_OK);
    for (int i = 0; i < N; i++) {
        const double v = sn_rng_uniform(&rng, -1, 1) * factor;
        ((uint16_t *)data)[i] =
            sn_f64_to_f16(v * (1 + (sn_rng_range(&roundings, 0, 1) ? noise : -noise)));
    }
    return t;
}

/* Each element is within what roundings explain; all of them being larger is not. */
static void halves_may_not_all_be_larger(void **state)
{
    bench *b = *state;
    const double noise = 0x1p-10;
    sn_tensor *clean = halves(b, 1, 0, 1);
    for (uint64_t draw = 1; draw <= SN_MEASUREMENTS; draw++) {
        sn_tensor *noisy = halves(b, 1, noise, draw);
        sn_spread_add(&b->spread, clean, noisy, b->arena);
        sn_tensor_release(noisy);
    }
    sn_tensor_release(clean);
    assert_int_equal(judge(b, halves(b, 1, 0, 1), halves(b, 1, 4 * noise, 99)), SN_SAME);
    assert_int_equal(judge(b, halves(b, 1, 0, 1), halves(b, 1 + noise, 0, 1)), SN_SAME);
    assert_true(b->r.gain == 0);
    for (int sign = -1; sign <= 1; sign += 2) {
        const double gain = sign * 4 * noise;
        sn_tensor *was = halves(b, 1, 0, 1), *is = halves(b, 1 + gain, 0, 1);
        sn_agree(was, is, &b->spread, b->arena, &b->r);
        assert_int_equal(b->r.verdict, SN_DIFFERENT);
        assert_true(fabs(b->r.gain - gain) < noise);
        assert_true(b->r.share > 1);
        assert_int_equal(b->r.open, false);
        assert_non_null(strstr(sn_agreement_why(&b->r, was, is, b->arena), "taken together"));
        sn_tensor_release(was);
        sn_tensor_release(is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_small_channel_counts_as_much_as_a_large_one, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_small_column_of_a_matrix_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(what_rounding_explains_is_the_same, setup, teardown),
        cmocka_unit_test_setup_teardown(noise_beyond_the_cap_tells_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(
            noise_that_makes_no_numbers_teaches_nothing_of_what_is_far_off, setup, teardown),
        cmocka_unit_test_setup_teardown(no_noise_excuses_what_it_does_not_reach, setup, teardown),
        cmocka_unit_test_setup_teardown(last_bits_need_no_measurement, setup, teardown),
        cmocka_unit_test_setup_teardown(below_the_smallest_normal_number_digits_are_lost, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(what_is_not_a_number_must_not_be_one, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_a_number_speaks_for_nothing_else, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(whole_steps_are_few_and_were_seen, setup, teardown),
        cmocka_unit_test_setup_teardown(
            what_halves_do_is_the_smaller_of_both_sides_and_no_more_than_allowed, setup, teardown),
        cmocka_unit_test_setup_teardown(one_element_of_very_many_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(channels_are_judged_as_their_elements, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_number_is_found_anywhere, setup, teardown),
        cmocka_unit_test_setup_teardown(halves_may_not_all_be_larger, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
