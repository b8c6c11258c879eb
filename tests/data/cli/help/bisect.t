# All that `sinter bisect` takes. `help bisect` says the same as `bisect --help`.
test cli
--- run
$SINTER bisect --help
$SINTER help bisect > a; $SINTER bisect --help > b; cmp a b
--- out
sinter bisect: find the rewrite that makes a network compute something else

usage: sinter bisect IN [options]

Optimizes IN without checking rewrites one by one, compares the result with IN, and when it differs
finds the rewrite from which on it does, by making fewer of them. For when a network that was
optimized is not right, or a pass that you wrote is not. Nothing is written.

options
      --bound X                the distance that is allowed: max|a-b| / max|a| of each output
                               (default: of each element what rounding explains, measured)
      --passes PASS,PASS       only these passes; 'sinter passes' lists them
      --skip PASS,PASS         all passes but these
      --input [NAME=]SIZES     sizes of an input, outermost first, like data=3,240,320; without
                               NAME: of the only input (repeatable)
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
  sinter bisect face.param
  sinter bisect face.param --input data=3,240,320 --bound 1e-6

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
