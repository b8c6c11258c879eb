# All that `sinter ops` takes. `help ops` says the same as `ops --help`.
test cli
--- run
$SINTER ops --help
$SINTER help ops > a; $SINTER ops --help > b; cmp a b
--- out
sinter ops: the operators that sinter knows

usage: sinter ops [options]

Lists the operators that networks are made of once they are read, with their inputs and a line each.
A layer of any other type is kept as it is and never rewritten.

options
      --matrix  operators by what sinter can do with them, gaps as dots; code: x of all its types,
                f32 of f32 and halves
      --json    one JSON object on stdout, errors included; docs/json.md says what is in it
  -h, --help    this text

examples
  sinter ops
  sinter ops --matrix

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
