# All that `sinter draw` takes. `help draw` says the same as `draw --help`.
test cli
--- run
$SINTER draw --help
$SINTER help draw > a; $SINTER draw --help > b; cmp a b
--- out
sinter draw: a network as a picture, before and after optimizing

usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]

Draws a network: layers with what they compute and their params, and on the edges between them
shapes and bytes. Bodies of if, loop and scan stand in frames of their own; dashed edges are what
they are fed and what they give. An SVG is made by Graphviz, which must be installed; the text for
it needs nothing.

options
  -o, --out OUT                an SVG, or for a name that ends in .dot the text for Graphviz;
                               without it, that text is printed
      --after                  the network after optimizing; layers that became one are coloured and
                               say which
      --before-after           both side by side; before, layers that become one stand together in
                               one colour
      --groups                 the network as it is compiled ('sinter fuse'), with frames around
                               layers that are computed together; without --after it is not
                               optimized first
      --output NAME            a result of the network; values that no result needs are dropped
                               (default: all results; repeatable)
      --keep NAME              a value that must stay, under its name (repeatable)
      --passes PASS,PASS       only these passes; 'sinter passes' lists them
      --skip PASS,PASS         all passes but these
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
      --from A,B               only the part of IN behind these values: they become its inputs;
                               --input gives their sizes (default: the inputs of IN that are needed;
                               repeatable)
      --to A,B                 only the part of IN up to these values: they become its only results
                               (default: the results of IN; repeatable)
      --input [NAME=]SIZES     sizes of an input, outermost first, like data=3,240,320; without
                               NAME: of the only input (repeatable)
      --bin FILE|seed:N        the weights of IN (default: the .bin beside it); seed:N makes weights
                               up, the same for the same N
      --weights-of TYPE=LOADS  what layers of a custom type read from the weights, like MyOp=T16,R4:
                               16 tagged values (fp32, fp16 or int8 as the tag says), then 4 raw
                               fp32 (repeatable)
      --threads N              run networks on N threads (default: all that the machine has)
  -q, --quiet                  no summary, no notes, no progress; warnings and errors stay
  -h, --help                   this text

examples
  sinter draw face.param -o face.svg
  sinter draw face.param -o fused.svg --before-after --from conv1 --to conv4
  sinter draw face.param -o groups.svg --after --groups

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
