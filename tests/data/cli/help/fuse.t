# All that `sinter fuse` takes. `help fuse` says the same as `fuse --help`.
test cli
--- run
$SINTER fuse --help
$SINTER help fuse > a; $SINTER fuse --help > b; cmp a b
--- out
sinter fuse: which layers are computed together, and why others are not

usage: sinter fuse IN [options]

Prints the groups of layers that can be computed together, so that what is between them stays in
registers or the cache, and with --target those that are when the network is compiled for it: the
layers, the complex one that the others hang on, how many values the group stores, bytes that are
neither written nor read again, and the rules that made it, or why a layer is alone. Groups are made
by size: sizes that the file does not hint at are given with --input. docs/fusion.md has the rules.

options
      --after                  groups of the network after optimizing, which is what is compiled
      --explain                every edge between layers: fused, and how much that saves, or not,
                               and why
      --fusion full|tvm|off    which layers are computed together: all that pays (default), as TVM's
                               FuseOps does it, or none
      --target NAME            as it is compiled for this machine, like native: only what there are
                               kernels for (default: all that the rules know of)
      --input [NAME=]SIZES     sizes of an input, outermost first, like data=3,240,320; without
                               NAME: of the only input (repeatable)
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
      --threads N              run networks on N threads (default: all that the machine has)
      --json                   one JSON object on stdout, errors included; docs/json.md says what is
                               in it
  -q, --quiet                  no summary, no notes, no progress; warnings and errors stay
  -h, --help                   this text

examples
  sinter fuse face.param --after --target native
  sinter fuse face.param --input data=3,240,320 --fusion=tvm --explain

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
