# All that `sinter train` takes. `help train` says the same as `train --help`.
test cli
--- run
$SINTER train --help
$SINTER help train > a; $SINTER train --help > b; cmp a b
--- out
sinter train: train a network: losses, optimizers, batch norm by the batch

usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]

Trains a network on examples: an array of data for each of its inputs, and one of targets, as .npy,
with an axis of examples in front. --batch N takes N of them in a step. Batch norms go by the
statistics of the batch, and their running ones follow. Without data it says what would be trained,
or which layers have no gradient, and --show, --fuse, --bench and --draw look at the step.
--save-states keeps what a run that stops needs to go on, and --states goes on to the same bits. The
step is compiled, and compared with the interpreter, which works it out on request. -o FOLDER writes
the training as C: a function that does a step, one that judges, and the states in memory of the
caller's; sinter import-weights puts what they become back into a file.

options
      --loss LOSS                     softmax_cross_entropy (targets are numbers of classes),
                                      binary_cross_entropy, mse, l1, huber or ctc; the mean over a
                                      batch. A softmax or sigmoid at the end is left out of the
                                      first two. Of ctc results are log-probabilities
                                      [step][example][class], class 0 the blank, and targets the
                                      labels of an example, with -1 behind them, as many numbers as
                                      there are steps
  -o, --out OUT                       write the trained network here; a name that is no network's is
                                      a folder for the training as C
      --optimizer OPTIMIZER[:X=N,..]  sgd:momentum=N,nesterov or adam:beta1=N,beta2=N,epsilon=N or
                                      adamw, as PyTorch's (default: sgd)
      --learning-rate X               (default: 0.01)
      --epochs N                      how often all data are used (default: 1)
      --states FILE                   go on from these states: what --save-states wrote, or a
                                      training in C
      --save-states FILE              write weights, statistics and what the optimizer remembers
                                      here, after each epoch, for --states
      --shuffle SEED                  data in another order each epoch (default: as they are)
      --dropout-seed SEED             what dropout leaves out: of one seed always the same (default:
                                      0)
      --trainable PATTERN             train weights of such names alone, like 'fc.*' (repeatable;
                                      default: all)
      --weight-decay X                (default: none)
      --no-decay PATTERN              weights of such names do not decay (repeatable)
      --clip-norm X                   the largest norm of all gradients together (default: any)
      --huber-delta X                 where the huber loss becomes linear (default: 1)
      --frozen-statistics             batch norms go by their running statistics, which stay as they
                                      are
      --statistics-momentum X         how much of a batch's statistics goes into the running ones
                                      (default: 0.1)
      --biased-variance               running variances as ONNX has them (default: as PyTorch,
                                      corrected by m / (m - 1))
      --bn fused|split|plain          batch norms in the code: fused, split from what is around
                                      them, or plain, each operator a sweep (default: fused)
      --memory BYTES                  workspace that a compiled step may take, like 64M: what does
                                      not fit is computed again on the way back, the cheapest first
                                      (default: any)
      --result NAME                   the result that the loss is of (default: the only one)
      --test-data FILE                judge by these after each epoch
      --interpret                     in the reference interpreter: slow, exact, no compiler is
                                      needed
      --test-target FILE              what is right for these
      --show                          print the step as 'sinter show' prints a network: forward,
                                      loss, gradients and update; nothing is trained
      --text                          of --show: in sinter's own text form instead of a table
      --fuse                          print what the step is compiled to as 'sinter fuse' does:
                                      groups and kernels
      --explain                       of --fuse: every edge between layers, and why it was fused or
                                      not
      --bench                         time the compiled step on made-up data as 'sinter bench' does:
                                      each part of it, and forward and backward apart
      --rounds N                      of --bench: steps that are timed (default: 10)
      --draw OUT                      draw the step as 'sinter draw' does: an SVG, or for a name
                                      that ends in .dot the text for Graphviz
      --groups                        of --draw: the step as it is compiled, with frames around
                                      layers that are computed together
      --prefix NAME                   of symbols and files of the training as C (default: from the
                                      network's file)
      --embed-weights                 what does not change as arrays in it, instead of files
      --no-selftest                   without the files that test its parts where they run, whose
                                      numbers the interpreter works out
      --batch N                       images of a run: inputs and outputs get an axis of that size
                                      in front, and each image is computed as if it were alone
                                      (default: no such axis)
      --target TARGET                 machine that the code is for: native, x86-64-v3, x86-64-v3-vl,
                                      x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64,
                                      wasm, cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 or
                                      generic (default: native)
      --machine MACHINE|FILE          processor that choices are made for: one that `sinter tune
                                      --list` lists, or a file that `sinter tune -o` wrote there
                                      (default: what is usual for the target; of native, this one)
      --fusion full|tvm|off           which layers become one: all that is legal and pays, as TVM
                                      does it, or none (default: full)
      --without RULE,RULE             rules of fusion that are not applied, with commas between
                                      them, to see what they are worth; epilogue: elementwise
                                      operators behind a complex one; elementwise: elementwise
                                      operators among themselves; factor: a product of each channel,
                                      by the weights of what reads it; prologue: elementwise
                                      operators in front of a convolution; sum: sums by channel
                                      (means, variances), by what stores the map; moves: a move
                                      behind a move; in slices: concats and splits that are where
                                      the parts lie; pooled: a pooling, by what makes the map, as
                                      that is stored; rows: groups one behind the other, row by row;
                                      channels: values that are read, channel by channel, where they
                                      were made; branches: groups side by side, each on a thread
                                      (docs/fusion.md)
      --exact                         no algorithm that rounds worse than the plain sum (Winograd,
                                      Strassen)
      --small                         rather little code and weights than speed: no algorithm that
                                      packs more weights (Winograd, Strassen), weights that the
                                      model stores as halves stay so, short tiles, loops that are
                                      not unrolled
      --as-is                         compile the network as the file has it; otherwise it is
                                      optimized first
      --check on|off                  compare what the C compiler makes with the interpreter, step
                                      by step, once for each network (default: on)
      --input [NAME=]SIZES            sizes of an input, outermost first, like data=3,240,320;
                                      without NAME: of the only input (repeatable)
      --bin FILE|seed:N               the weights of IN (default: the .bin beside it); seed:N makes
                                      weights up, the same for the same N
      --threads N                     run networks on N threads (default: all that the machine has)
      --json                          one JSON object on stdout, errors included; docs/json.md says
                                      what is in it
  -q, --quiet                         no summary, no notes, no progress; warnings and errors stay
  -h, --help                          this text

examples
  sinter train net.onnx --loss softmax_cross_entropy --batch 32 images.npy classes.npy --optimizer sgd:momentum=0.9 --epochs 3 -o trained.onnx
  sinter train face.param --loss mse --batch 8 --trainable 'fc*' x.npy y.npy -o tuned.param
  sinter train net.onnx --loss mse --batch 1
  sinter train net.onnx --loss mse --batch 8 --bn=plain --fuse --explain
  sinter train net.onnx --loss mse --batch 8 --bench
  sinter train net.onnx --loss mse --batch 8 x.npy y.npy --states run.states --save-states run.states
  sinter train net.onnx --loss mse --batch 4 --optimizer adam --target generic -o training

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
