# What was printed did not arrive: that is a failure, for every command that prints.
test cli
--- run
for c in "ops" "passes" "zoo" "help" "help exit-codes" "zoo squeezenet" "optimize --help"; do
    $SINTER $c > /dev/full
    echo "code $?"
done
--- out
sinter: standard output: No space left on device
code 3
sinter: standard output: No space left on device
code 3
sinter: standard output: No space left on device
code 3
sinter: standard output: No space left on device
code 3
sinter: standard output: No space left on device
code 3
sinter: standard output: No space left on device
code 3
sinter: standard output: No space left on device
code 3
