/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of compiling. */
#include "cli/build.h"

#include <unistd.h>

#define AT(field) offsetof(sn_settings, field)

const sn_option sn_options_machine[] = {
    {"target", 0, SN_OPTION_TEXT, AT(target), "TARGET",
     "machine that the code is for: native, x86-64-v3, x86-64-v3-vl, x86-64-v4, x86-64-v3-vl-vnni, "
     "x86-64-v4-vnni, x86-64, aarch64, wasm, cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 or "
     "generic (default: native)",
     0, false},
    {"machine", 0, SN_OPTION_TEXT, AT(machine), "MACHINE|FILE",
     "processor that choices are made for: one that `sinter tune --list` lists, or a file that "
     "`sinter tune -o` wrote there (default: what is usual for the target; of native, this one)",
     0, false},
    {0},
};

const sn_option sn_options_compile[] = {
    {"exact", 0, SN_OPTION_FLAG, AT(exact), NULL,
     "no algorithm that rounds worse than the plain sum (Winograd, Strassen)", 0, false},
    {"small", 0, SN_OPTION_FLAG, AT(small), NULL,
     "rather little code and weights than speed: no algorithm that packs more weights (Winograd, "
     "Strassen), weights that the model stores as halves stay so, short tiles, loops that are "
     "not unrolled",
     0, false},
    {"as-is", 0, SN_OPTION_FLAG, AT(as_is), NULL,
     "compile the network as the file has it; otherwise it is optimized first", 0, false},
    {0},
};

const sn_option sn_options_check[] = {
    {"check", 0, SN_OPTION_CHOICE, AT(check), "on|off",
     "compare what the C compiler makes with the interpreter, step by step, once for each network "
     "(default: on)",
     0, false},
    {0},
};

const sn_option sn_options_batch[] = {
    {"batch", 0, SN_OPTION_COUNT, AT(batch), "N",
     "images of a run: inputs and outputs get an axis of that size in front, and each image is "
     "computed as if it were alone (default: no such axis)",
     4096, false},
    {0},
};

int sn_cli_threads(const sn_cli *cli)
{
    long n = cli->set.threads ? (long)cli->set.threads : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 256 ? 256 : (int)n;
}

sn_compile_options sn_cli_compile_options(const sn_cli *cli, int threads)
{
    const sn_settings *s = &cli->set;
    return (sn_compile_options){
        .target = s->target,
        .machine = s->machine,
        .prefix = s->prefix,
        .fusion = (sn_fuse_groups)s->fuse_groups,
        .without = s->without,
        .exact = s->exact,
        .small = s->small,
        .embed_weights = s->embed_weights,
        .as_is = s->as_is,
        .no_check = s->check == 1,
        .no_selftest = s->no_selftest,
        .threads = threads,
        .batch = (int)s->batch,
        .no_threads = s->no_threads,
        .single_file = s->single_file,
        .fp16 = s->halves,
        .min_memory = s->min_memory,
    };
}
