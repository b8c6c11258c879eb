# All that `sinter bench` takes.
test cli
--- run
$SINTER bench --help
$SINTER help bench > a; $SINTER bench --help > b; cmp a b
--- out
sinter bench: time a compiled network, step by step, beside what the machine can do

usage: sinter bench IN [options]

Compiles a network, runs it on made-up inputs, or on given ones, and prints for each step: time, its
part of the whole, arithmetic, memory that it reads and writes at least, and how much of its time
the machine would need at the speeds that are measured beforehand (roof; more than 100 % where data
are nearer than their size suggests); then of whole runs the best, percentiles and the worst.

options
      --rounds N                runs that are timed, at least (default: 30; with --seconds 1)
      --seconds S               time runs for so long, at least
      --warmup N|Ss             runs that do not count, before those that are timed: so many, at
                                least 1, or for so long, like 0.5s (default: 1)
      --percentiles P,P         of the times of runs, which are printed, like 50,99.9 (default:
                                50,90,99)
      --threads N               threads that share the work of a run (default: 1)
      --trace FILE.json         write what each thread does when in the first 3 runs that are timed,
                                for Perfetto or chrome://tracing
      --image [NAME=]FILE       a JPEG, PNG or BMP as an input: channels, height, width, from 0 to
                                255; without NAME: the only input
      --resize WxH              resize the picture (default: to the sizes of the input; where these
                                are open, the picture's own)
      --mean M                  subtract this from the picture: a number, or one for each channel,
                                like 104,117,123
      --scale S                 then multiply by this: a number, or one for each channel; 1/128 is
                                one, too
      --bgr                     channels of the picture in the order blue, green, red (default: red,
                                green, blue)
      --input-file [NAME=]FILE  an input from a .npy, a .pb (ONNX's TensorProto), or a file of
                                nothing but elements of the input's type; without NAME: the only
                                input, or the one whose name stands in the .pb (repeatable)
      --target TARGET           machine that the code is for: native, x86-64-v3, x86-64-v3-vl,
                                x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64, wasm,
                                cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 or generic
                                (default: native)
      --machine MACHINE|FILE    processor that choices are made for: one that `sinter tune --list`
                                lists, or a file that `sinter tune -o` wrote there (default: what is
                                usual for the target; of native, this one)
      --fusion full|tvm|off     which layers become one: all that is legal and pays, as TVM does it,
                                or none (default: full)
      --without RULE,RULE       rules of fusion that are not applied, with commas between them, to
                                see what they are worth; epilogue: elementwise operators behind a
                                complex one; elementwise: elementwise operators among themselves;
                                factor: a product of each channel, by the weights of what reads it;
                                prologue: elementwise operators in front of a convolution; sum: sums
                                by channel (means, variances), by what stores the map; moves: a move
                                behind a move; in slices: concats and splits that are where the
                                parts lie; pooled: a pooling, by what makes the map, as that is
                                stored; rows: groups one behind the other, row by row; channels:
                                values that are read, channel by channel, where they were made;
                                branches: groups side by side, each on a thread (docs/fusion.md)
      --exact                   no algorithm that rounds worse than the plain sum (Winograd,
                                Strassen)
      --small                   rather little code and weights than speed: no algorithm that packs
                                more weights (Winograd, Strassen), weights that the model stores as
                                halves stay so, short tiles, loops that are not unrolled
      --as-is                   compile the network as the file has it; otherwise it is optimized
                                first
      --check on|off            compare what the C compiler makes with the interpreter, step by
                                step, once for each network (default: on)
      --batch N                 images of a run: inputs and outputs get an axis of that size in
                                front, and each image is computed as if it were alone (default: no
                                such axis)
      --input [NAME=]SIZES      sizes of an input, outermost first, like data=3,240,320; without
                                NAME: of the only input (repeatable)
      --constant NAME=FILE      this input is the array of a .npy or .pb, and no input any more: for
                                what sizes hang on, like a list of axes (repeatable)
      --from A,B                only the part of IN behind these values: they become its inputs;
                                --input gives their sizes (default: the inputs of IN that are
                                needed; repeatable)
      --to A,B                  only the part of IN up to these values: they become its only results
                                (default: the results of IN; repeatable)
      --bin FILE|seed:N         the weights of IN (default: the .bin beside it); seed:N makes
                                weights up, the same for the same N
      --weights-of TYPE=LOADS   what layers of a custom type read from the weights, like
                                MyOp=T16,R4: 16 tagged values (fp32, fp16 or int8 as the tag says),
                                then 4 raw fp32 (repeatable)
      --json                    one JSON object on stdout, errors included; docs/json.md says what
                                is in it
  -q, --quiet                   no summary, no notes, no progress; warnings and errors stay
  -h, --help                    this text

examples
  sinter bench mobilenet_v2.param
  sinter bench face.param --threads 2 --fusion off
  sinter bench face.param --warmup 1s --seconds 10 --trace face.json

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
