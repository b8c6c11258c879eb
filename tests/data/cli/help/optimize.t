# All that `sinter optimize` takes. `help optimize` says the same as `optimize --help`.
test cli
--- run
$SINTER optimize --help
$SINTER help optimize > a; $SINTER optimize --help > b; cmp a b
--- out
sinter optimize: fuse and fold a network, check it by running it, write it back

usage: sinter optimize IN [-o OUT] [options]

Rewrites the network IN into one with fewer layers that computes the same, up to rounding, for every
input of every size that IN takes; with --input, for those sizes. A rewrite is made only where the
network itself proves it right, and then checked by running both sides. Nothing is written when the
whole network turns out to compute something else. OUT may be IN.

options
  -o, --out OUT                          write the network here; without it nothing is written
      --output NAME                      a result of the network; values that no result needs are
                                         dropped (default: all results; repeatable)
      --keep NAME                        a value that must stay, under its name (repeatable)
      --verify default|each|whole|off    what is run before and after: each rewrite, and the whole
                                         network where it can be run (default); each rewrite; the
                                         whole network, which fails when it cannot be run; nothing.
                                         What is written is the same
      --passes PASS,PASS                 only these passes; 'sinter passes' lists them
      --skip PASS,PASS                   all passes but these
      --fuse-siblings cost|always|never  layers that read one value as one layer with all channels:
                                         where it is faster (default); also where the result has to
                                         be cut apart at a cost; never
      --batch N                          make it the network of N images: an axis of one image in
                                         front becomes one of N, or inputs and outputs get that
                                         axis. Sizes must be known, and the format must have a batch
      --stop-after N                     make N rewrites at most (default: 0, no limit)
      --dump-after PASS,PASS|all         write the network as text after each of these passes that
                                         changed it
      --dump-to DIR                      where dumps go, as DIR/001-PASS.txt and so on (default: the
                                         working folder)
      --explain                          report every rewrite, and everything refused with its
                                         reason
      --from A,B                         only the part of IN behind these values: they become its
                                         inputs; --input gives their sizes (default: the inputs of
                                         IN that are needed; repeatable)
      --to A,B                           only the part of IN up to these values: they become its
                                         only results (default: the results of IN; repeatable)
      --input [NAME=]SIZES               sizes of an input, outermost first, like data=3,240,320;
                                         without NAME: of the only input (repeatable)
      --bin FILE|seed:N                  the weights of IN (default: the .bin beside it); seed:N
                                         makes weights up, the same for the same N
      --weights-of TYPE=LOADS            what layers of a custom type read from the weights, like
                                         MyOp=T16,R4: 16 tagged values (fp32, fp16 or int8 as the
                                         tag says), then 4 raw fp32 (repeatable)
      --out-bin FILE                     where its weights go (default: beside OUT, same stem)
      --fp16                             store weights in half precision, rounded to nearest; one
                                         that would overflow is refused by name
      --fp32                             store weights in single precision (default: each as it was)
      --target-version TAG               the oldest release of OUT's format that must read it, by
                                         its tag, like 20210124 (default: the newest known); what it
                                         lacks is not made, and an IN that has it already is refused
      --opset N                          the version of ONNX's operators that OUT is written in,
                                         where it is an ONNX file (default: that of IN, or 17)
      --spell onnxruntime                an ONNX file may also have the fused operators that ONNX
                                         Runtime alone knows (domain com.microsoft)
      --threads N                        run networks on N threads (default: all that the machine
                                         has)
      --json                             one JSON object on stdout, errors included; docs/json.md
                                         says what is in it
  -q, --quiet                            no summary, no notes, no progress; warnings and errors stay
  -h, --help                             this text

examples
  sinter optimize face.param -o fused.param
  sinter optimize face.param -o small.param --fp16 --input data=3,240,320 --explain

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
