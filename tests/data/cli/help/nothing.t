# Without arguments: the commands, but on stderr, and the code of wrong usage.
test cli
--- run
$SINTER > out 2> err
echo "code $?" >> err
sed '1s/ [0-9]*\.[0-9]*\.[0-9]*/ N.N.N/' err
wc -c < out
--- out
sinter N.N.N: fuses a neural network's operators without changing what it computes

usage: sinter COMMAND [arguments] [options]

commands
  optimize       fuse and fold a network, check it by running it, write it back
  convert        write a network in another file form or weight storage, nothing else changed
  show           layers, shapes, weights, MACs and memory of a network
  compile        a network as C that builds with a C compiler alone
  run            run a network on a picture or on arrays
  bench          time a compiled network, step by step, beside what the machine can do
  report         a page to look at: before and after, kernels, times, memory, reasons
  train          train a network: losses, optimizers, batch norm by the batch
  import-weights what a training in C has learnt, back into a network's file
  draw           a network as a picture, before and after optimizing
  fuse           which layers are computed together, and why others are not
  verify         run two networks on the same inputs and compare what comes out
  bisect         find the rewrite that makes a network compute something else
  diff           what two networks differ in, layer by layer; nothing is run
  passes         the rewrites, in the order in which they run
  ops            the operators that sinter knows
  tune           measure this processor, or how well kernels are chosen for it
  zoo            networks that sinter makes itself, with weights from a seed
  ncnnoptimize   optimize with the arguments of ncnn's tool of this name
  help           help on a command, or on the exit codes

'sinter COMMAND --help' explains a command, 'sinter help exit-codes' how each run can end,
'sinter --version' prints the version.
Sizes are written outermost first: 3,240,320 is channels, height, width.
code 2
0
