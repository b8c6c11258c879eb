# All that `sinter convert` takes. `help convert` says the same as `convert --help`.
test cli
--- run
$SINTER convert --help
$SINTER help convert > a; $SINTER convert --help > b; cmp a b
--- out
sinter convert: write a network in another file form or weight storage, nothing else changed

usage: sinter convert IN -o OUT [options]

Reads a network, or with --from and --to the part of it between values, and writes it again; no pass
runs, but between formats those that work out what is constant and say otherwise what the other has
no words for. Use it to cut, to change how weights are stored, to get a .param from a .param.bin, to
bring a network from one format to another, or to have made-up weights in a file. OUT may be IN.
What another format cannot say for all sizes is written for those of --input, or else for those in
the file.

options
  -o, --out OUT                write the network here
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
      --out-bin FILE           where its weights go (default: beside OUT, same stem)
      --fp16                   store weights in half precision, rounded to nearest; one that would
                               overflow is refused by name
      --fp32                   store weights in single precision (default: each as it was)
      --target-version TAG     the oldest release of OUT's format that must read it, by its tag,
                               like 20210124 (default: the newest known); what it lacks is not made,
                               and an IN that has it already is refused
      --opset N                the version of ONNX's operators that OUT is written in, where it is
                               an ONNX file (default: that of IN, or 17)
      --spell onnxruntime      an ONNX file may also have the fused operators that ONNX Runtime
                               alone knows (domain com.microsoft)
      --json                   one JSON object on stdout, errors included; docs/json.md says what is
                               in it
  -q, --quiet                  no summary, no notes, no progress; warnings and errors stay
  -h, --help                   this text

examples
  sinter convert face.param -o half.param --fp16
  sinter convert face.param -o head.param --from conv5,conv7 --to boxes,scores
  sinter convert face.param.bin -o face.param --bin face.bin --out-bin face2.bin

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
