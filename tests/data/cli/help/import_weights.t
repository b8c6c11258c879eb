# All that `sinter import-weights` takes. `help import-weights` says the same.
test cli
--- run
$SINTER import-weights --help
$SINTER help import-weights > a; $SINTER import-weights --help > b; cmp a b
--- out
sinter import-weights: what a training in C has learnt, back into a network's file

usage: sinter import-weights IN BLOCK -o OUT [options]

Reads a network and a block of states, as a training in C saves it (PREFIX_save, or PREFIX.states)
or `sinter train --save-states` does, and writes the network with the weights and running statistics
of the block. A network that was exported for training becomes one for inference.

options
  -o, --out OUT          write the network here
      --bin FILE|seed:N  the weights of IN (default: the .bin beside it); seed:N makes weights up,
                         the same for the same N
      --out-bin FILE     where its weights go (default: beside OUT, same stem)
      --fp16             store weights in half precision, rounded to nearest; one that would
                         overflow is refused by name
      --fp32             store weights in single precision (default: each as it was)
      --json             one JSON object on stdout, errors included; docs/json.md says what is in it
  -q, --quiet            no summary, no notes, no progress; warnings and errors stay
  -h, --help             this text

examples
  sinter import-weights net.onnx saved.states -o tuned.onnx

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
