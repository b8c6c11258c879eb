# All that `sinter show` takes. `help show` says the same as `show --help`.
test cli
--- run
$SINTER show --help
$SINTER help show > a; $SINTER show --help > b; cmp a b
--- out
sinter show: layers, shapes, weights, MACs and memory of a network

usage: sinter show IN [options]

Prints every layer with its output's shape, weights, multiply-accumulates and parameters, then
totals: weights and their bytes, MACs, and the most activation memory that is in use at once. Layers
in the bodies of if, loop and scan stand indented below the layer, behind what the body is fed. In
totals, a loop counts as often as it runs, once where that is not known, and an if as its dearer
branch; weights are those of all bodies. Warns of weights that come near the end of half precision's
range.

options
      --text                   the network in sinter's own text form instead of a table
      --input [NAME=]SIZES     sizes of an input, outermost first, like data=3,240,320; without
                               NAME: of the only input (repeatable)
      --bin FILE|seed:N        the weights of IN (default: the .bin beside it); seed:N makes weights
                               up, the same for the same N
      --weights-of TYPE=LOADS  what layers of a custom type read from the weights, like MyOp=T16,R4:
                               16 tagged values (fp32, fp16 or int8 as the tag says), then 4 raw
                               fp32 (repeatable)
      --json                   one JSON object on stdout, errors included; docs/json.md says what is
                               in it
  -q, --quiet                  no summary, no notes, no progress; warnings and errors stay
  -h, --help                   this text

examples
  sinter show face.param
  sinter show face.param --bin seed:1 --input data=3,240,320

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
