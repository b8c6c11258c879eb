/* SPDX-License-Identifier: Apache-2.0
 *
 *     optimize IN OUT [NAME=SIZES]
 *
 * Optimizes a network, saves it, and runs it once on zeros: examples/c with sinter.hpp. */
#include <iostream>

#include "sinter/sinter.hpp"

static void run(sinter::model &net, std::ostream &out)
{
    sinter::executable e = net.executable();
    std::vector<std::vector<float>> zeros;
    std::vector<sinter::input> inputs;
    for (const sinter::tensor_info &info : e.inputs())
        zeros.emplace_back(static_cast<std::size_t>(info.count()));
    for (std::size_t i = 0; i < zeros.size(); i++)
        inputs.emplace_back(e.inputs()[i].name, zeros[i]);
    for (const sinter::tensor &t : e(inputs))
        out << t.name() << ": " << t.size() << " elements of " << t.info().type << ", the first "
            << (t.size() ? t.at(0) : 0) << "\n";
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        std::cerr << "usage: " << argv[0] << " IN OUT [NAME=SIZES]\n";
        return 2;
    }
    try {
        const sinter::context ctx(0, [](bool is_warning, const std::string &text) {
            std::cerr << (is_warning ? "warning: " : "note: ") << text << "\n";
        });
        sinter::model net = sinter::model::load(argv[1], sinter::make<sinter::load_options>(), ctx);
        if (argc > 3) net.pin(argv[3]);
        const sn_optimize_result done = net.optimize();
        net.save(argv[2]);
        std::cout << done.n_rewrites << " rewrites, " << done.layers_before << " layers are "
                  << done.layers_after << "\n";
        run(net, std::cout);
    } catch (const sinter::error &e) {
        std::cerr << e.name() << ": " << e.what() << "\n";
        return 1;
    } catch (const std::bad_alloc &) {
        std::cerr << "out of memory\n";
        return 1;
    }
    return 0;
}
