/* SPDX-License-Identifier: Apache-2.0
 *
 * sinter.hpp at work: what a program in C++ does, what it is told when that is wrong, and that
 * nothing is left behind (under a sanitizer). */
#include "sinter/sinter.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

static int n_failed;

static void is_true(bool holds, const char *what)
{
    if (!holds) std::printf("not so: %s\n", what);
    n_failed += !holds;
}
#define IS(condition) is_true((condition), #condition)

template <class call> static void refuses(sn_status status, const char *text, call f)
{
    try {
        f();
        std::printf("went through, expected '%s'\n", text);
        n_failed++;
    } catch (const sinter::error &e) {
        const bool is_it =
            e.status() == status && std::string(e.what()).find(text) != std::string::npos;
        if (!is_it) std::printf("found %s '%s', expected '%s'\n", e.name(), e.what(), text);
        n_failed += !is_it;
    }
}

static const std::string small = "7767517\n3 3\n"
                                 "Input in 0 1 in\n"
                                 "InnerProduct fc 1 1 in fc 0=2 1=1 2=6\n"
                                 "ReLU out 1 1 fc out\n";

static sinter::model parsed(sinter::context c)
{
    const float weights[] = {0, 1, 2, 3, -1, -2, -3, 0.5f, 0.25f}; /* the tag, 2 rows, biases */
    return sinter::model::parse("m.param", small.data(), small.size(), weights, sizeof weights,
                                sinter::make<sinter::load_options>(), std::move(c));
}

static void runs()
{
    int n_done = 0;
    sinter::context c(1, nullptr, [&](const std::string &, std::uint64_t n, std::uint64_t total) {
        n_done++;
        IS(n <= total && total > 0);
    });
    sinter::model m = parsed(c);
    refuses(SN_E_SHAPE, "input 'in' are not known", [&] { m.executable(); });
    refuses(SN_E_ARG, "inn", [&] { m.pin("inn=3"); });
    IS(m.inputs().at(0).name == "in" && m.inputs().at(0).count() < 0);
    const sn_optimize_result done = m.pin("in=3").optimize();
    IS(done.layers_after == 2 && done.whole.equal);
    IS(m.report("names").find("out") != std::string::npos);

    sinter::executable e = m.executable();
    IS(n_done > 0);
    auto how = sinter::make<sinter::bench_options>();
    how.rounds = 3, how.warmup = 2, how.seconds = 1e-6;
    const sn_bench_result timed = e.bench(how);
    IS(timed.n_rounds >= 3 && timed.n_warmup == 2 && e.bench(1).n_rounds == 1);
    how.size = 1;
    refuses(SN_E_ARG, "sn_bench_options.size is 1", [&] { e.bench(how); });
    IS(e.inputs().at(0).sizes == std::vector<int64_t>{3} && e.outputs().at(0).count() == 2);
    const std::vector<float> x = {1, 10, 100};
    const sinter::outputs y = e({{"in", x}});
    IS(y.size() == 1 && y["out"].copy<float>() == (std::vector<float>{321.5f, 0}));
    IS(y[0].at(0) == 321.5);
    const std::vector<int8_t> whole = {1, 0, 0};
    IS(e({{"", whole, {3}}})[0].data<float>()[0] == 1.5f);
    refuses(SN_E_ARG, "there is no output 'y'; there is 'out'", [&] { (void)y["y"]; });
    refuses(SN_E_ARG, "asked for as f64", [&] { (void)y[0].data<double>(); });
    refuses(SN_E_ARG, "element 2", [&] { (void)y[0].at(2); });
    refuses(SN_E_ARG, "there is no output 5, of 1", [&] { (void)y[5]; });
    refuses(SN_E_ARG, "input 'x' is none of the network's, which are 'in'", [&] { e({{"x", x}}); });
    refuses(SN_E_SHAPE, "has 3 elements, found 2", [&] { e({{"in", x.data(), 2}}); });
    refuses(SN_E_SHAPE, "make 4 elements, found 3", [&] { e({{"in", x, {4}}}); });
    refuses(SN_E_SHAPE, "has the sizes 1,3, expected are 3", [&] { e({{"in", x, {1, 3}}}); });
    refuses(SN_E_ARG, "0 inputs are given, the network has 1", [&] { e({}); });
}

static void writes()
{
    sinter::model m = parsed(sinter::context());
    const std::vector<sinter::file> files = m.write("again.param");
    IS(files.size() == 2 && files[0].path == "again.bin" && files[1].path == "again.param");
    sinter::model again = sinter::model::parse(
        files[1].path, files[1].bytes.data(), files[1].bytes.size(), files[0].bytes.data(),
        files[0].bytes.size(), sinter::make<sinter::load_options>(), m.made_with());
    IS(m.compare(again).equal);
    sinter::model other = m.clone();
    other.pin("in=3").set_outputs({"fc"});
    IS(other.outputs().at(0).name == "fc" && m.outputs().at(0).name == "out");
    /* of another context, which was the last to be held */
    sinter::model moved = parsed(sinter::context());
    refuses(SN_E_ARG, "networks of two contexts", [&] { m.compare(moved); });
    moved = parsed(sinter::context());
    IS(moved.outputs().at(0).name == "out");
    refuses(SN_E_IO, "none.param", [] { sinter::model::load("none.param"); });
}

static void trains()
{
    sinter::model m = parsed(sinter::context());
    m.pin("in=3");
    auto o = sinter::make<sinter::train_options>();
    refuses(SN_E_ARG, "no loss is given", [&] { sinter::trainer(m, o); });
    o.loss = "mse";
    o.batch = 1;
    sinter::trainer t(m, o);
    const float x[] = {1, 1, 1}, target[] = {3, 0};
    const double first = t.step({x, target}, 0.01);
    double last = first;
    for (int i = 0; i < 20; i++) last = t.step({x, target}, 0.01);
    IS(std::isfinite(first) && last < first / 2);
    IS(std::fabs(t.evaluate({x, target}).first - last) < last);
    t.store();
}

int main()
{
    try {
        runs();
        writes();
        trains();
    } catch (const std::exception &e) {
        std::printf("ended by: %s\n", e.what());
        n_failed++;
    }
    std::printf("%s\n", n_failed ? "FAILED" : "passed");
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
