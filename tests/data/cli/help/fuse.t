# All that `sinter fuse` takes. `help fuse` says the same as `fuse --help`.
test cli
--- run
$SINTER fuse --help
$SINTER help fuse > a; $SINTER fuse --help > b; cmp a b
--- out
sinter fuse: which layers are computed together, and why others are not

usage: sinter fuse IN [options]

Prints what `sinter compile` makes of a network with the same options: groups of layers that are
computed together, so that what is between them stays in registers or the cache, and the kernels
that compute each; how many values the group stores, bytes that are neither written nor read again,
and what has become of it: whether it is computed row by row with other groups, is pooled as it is
stored, is no work, since parts or channels are where they belong, or, with --threads, is done
beside others; then the rules that made it, or why a layer is alone. docs/fusion.md has the rules.

options
      --explain                every edge between layers: fused, and how much that saves, or not,
                               and why; and what else was not done
      --threads N              how many threads the code is tuned for (default: 1)
      --fusion full|tvm|off    which layers become one: all that is legal and pays, as TVM does it,
                               or none (default: full)
      --without RULE,RULE      rules of fusion that are not applied, with commas between them, to
                               see what they are worth; epilogue: elementwise operators behind a
                               complex one; elementwise: elementwise operators among themselves;
                               factor: a product of each channel, by the weights of what reads it;
                               prologue: elementwise operators in front of a convolution; sum: sums
                               by channel (means, variances), by what stores the map; moves: a move
                               behind a move; in slices: concats and splits that are where the parts
                               lie; pooled: a pooling, by what makes the map, as that is stored;
                               rows: groups one behind the other, row by row; channels: values that
                               are read, channel by channel, where they were made; branches: groups
                               side by side, each on a thread (docs/fusion.md)
      --target TARGET          machine that the code is for: native, x86-64-v3, x86-64-v3-vl,
                               x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64, wasm,
                               cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 or generic (default:
                               native)
      --machine MACHINE|FILE   processor that choices are made for: one that `sinter tune --list`
                               lists, or a file that `sinter tune -o` wrote there (default: what is
                               usual for the target; of native, this one)
      --exact                  no algorithm that rounds worse than the plain sum (Winograd,
                               Strassen)
      --small                  rather little code and weights than speed: no algorithm that packs
                               more weights (Winograd, Strassen), weights that the model stores as
                               halves stay so, short tiles, loops that are not unrolled
      --as-is                  compile the network as the file has it; otherwise it is optimized
                               first
      --batch N                images of a run: inputs and outputs get an axis of that size in
                               front, and each image is computed as if it were alone (default: no
                               such axis)
      --input [NAME=]SIZES     sizes of an input, outermost first, like data=3,240,320; without
                               NAME: of the only input (repeatable)
      --constant NAME=FILE     this input is the array of a .npy or .pb, and no input any more: for
                               what sizes hang on, like a list of axes (repeatable)
      --from A,B               only the part of IN behind these values: they become its inputs;
                               --input gives their sizes (default: the inputs of IN that are needed;
                               repeatable)
      --to A,B                 only the part of IN up to these values: they become its only results
                               (default: the results of IN; repeatable)
      --bin FILE|seed:N        the weights of IN (default: the .bin beside it); seed:N makes weights
                               up, the same for the same N
      --weights-of TYPE=LOADS  what layers of a custom type read from the weights, like MyOp=T16,R4:
                               16 tagged values (fp32, fp16 or int8 as the tag says), then 4 raw
                               fp32 (repeatable)
      --json                   one JSON object on stdout, errors included; docs/json.md says what is
                               in it
  -q, --quiet                  no summary, no notes, no progress; warnings and errors stay
  -h, --help                   this text

examples
  sinter fuse face.param
  sinter fuse face.param --input data=3,240,320 --fusion=tvm --explain

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
