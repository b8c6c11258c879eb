# All that `sinter zoo` takes. `help zoo` says the same as `zoo --help`.
test cli
--- run
$SINTER zoo --help
$SINTER help zoo > a; $SINTER zoo --help > b; cmp a b
--- out
sinter zoo: networks that sinter makes itself, with weights from a seed

usage: sinter zoo [NETWORK] [-o OUT] [options]

Makes a network with weights from a seed, to try things on. Without NETWORK: lists the networks. The
architectures are those of the papers; the weights are random, so results mean nothing.

options
  -o, --out OUT       write the network here; without it, it is shown
      --seed N        makes the weights; the same for the same N (default: 0)
      --out-bin FILE  where its weights go (default: beside OUT, same stem)
      --fp16          store weights in half precision, rounded to nearest; one that would overflow
                      is refused by name
      --fp32          store weights in single precision (default: each as it was)
      --json          one JSON object on stdout, errors included; docs/json.md says what is in it
  -q, --quiet         no summary, no notes, no progress; warnings and errors stay
  -h, --help          this text

examples
  sinter zoo
  sinter zoo mobilenet_v2 -o mobilenet_v2.param --seed 7

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
