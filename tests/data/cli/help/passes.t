# All that `sinter passes` takes. `help passes` says the same as `passes --help`.
test cli
--- run
$SINTER passes --help
$SINTER help passes > a; $SINTER passes --help > b; cmp a b
--- out
sinter passes: the rewrites, in the order in which they run

usage: sinter passes [options]

Lists every pass in the order in which it runs: the rewrite as an arrow, what must be proved before
it is made, and which passes have to come first, with the reason.

options
      --json  one JSON object on stdout, errors included; docs/json.md says what is in it
  -h, --help  this text

examples
  sinter passes
  sinter optimize face.param --passes fold_affine,drop_dead --explain

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
