# All that `sinter diff` takes. `help diff` says the same as `diff --help`.
test cli
--- run
$SINTER diff --help
$SINTER help diff > a; $SINTER diff --help > b; cmp a b
--- out
sinter diff: what two networks differ in, layer by layer; nothing is run

usage: sinter diff A B [options]

Lists what the network B has otherwise than A: layers that only one of them has, operators, params,
weights (with the largest absolute difference), what is read and how outputs are called. Nothing is
run; 'sinter verify' does that. Layers are matched by name, then by the name of their first output,
then by what they read. Splits are looked through. Exits with 0 when there is no difference, with 1
when there is one, like diff.

options
      --bin-a FILE|seed:N|none  the weights of A (default: the .bin beside it; none: not compared)
      --bin-b FILE|seed:N|none  the weights of B (default: the .bin beside it; none: not compared)
      --weights-of TYPE=LOADS   what layers of a custom type read from the weights, like
                                MyOp=T16,R4: 16 tagged values (fp32, fp16 or int8 as the tag says),
                                then 4 raw fp32 (repeatable)
      --json                    one JSON object on stdout, errors included; docs/json.md says what
                                is in it
  -q, --quiet                   no summary, no notes, no progress; warnings and errors stay
  -h, --help                    this text

examples
  sinter diff face.param fused.param
  sinter diff old.param new.param --bin-a none --bin-b none

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
