# All that `sinter help` takes. `help help` says the same as `help --help`.
test cli
--- run
$SINTER help --help
$SINTER help help > a; $SINTER help --help > b; cmp a b
--- out
sinter help: help on a command, or on the exit codes

usage: sinter help [COMMAND|exit-codes]

Explains a command with all its options, or lists the exit codes. Without an argument: the commands.

options
  -h, --help  this text

examples
  sinter help optimize
  sinter help exit-codes

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
