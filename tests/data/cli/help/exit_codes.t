# docs/errors.md has this very text.
test cli
--- run
$SINTER help exit-codes
test -n "$SINTER_TESTS" || echo '$SINTER_TESTS does not name the folder of the tests'
sed -n '/^```text exit-codes$/,/^```$/p' "$SINTER_TESTS/../docs/errors.md" | sed '1d;$d' > page
$SINTER help exit-codes | diff page - && echo same
--- out
exit codes
    0  success
    2  an argument of the call or of the command line is not usable
    3  a file could not be read or written
    4  a file's content is not what its format says
    5  shapes or types in the network contradict each other
    6  valid, but not something sinter can do
    7  out of memory
    8  two networks, or a network before and after, compute different results
    9  a bug in sinter
   10  two networks were run, and whether they compute the same could not be decided
   11  compiled code computes something else than the network
   12  a loss, or a weight that it would make, is not a finite number

sinter diff, also
    1  the networks differ

sinter ncnnoptimize, also
  255  fewer than five arguments, or cutstart and cutend name no part
same
--- exit
0
