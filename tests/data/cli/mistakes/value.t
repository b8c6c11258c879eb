# Options whose value is missing, too much, or not of their kind.
test cli
--- run
for args in "--verify" "--verify=often" "--threads many" "--threads -1" "--threads 2000" "--explain=yes" "--fp16 --fp32" "--passes ," "-o"; do
    $SINTER optimize net.param $args 2>&1 | head -n 1
done
$SINTER verify a.param b.param --bound 0 2>&1 | head -n 1
$SINTER verify a.param b.param --bound tight 2>&1 | head -n 1
$SINTER zoo squeezenet --seed -3 2>&1 | head -n 1
$SINTER zoo squeezenet --seed 1.5 2>&1 | head -n 1
--- out
sinter: --verify: default|each|whole|off is expected after it
sinter: --verify: 'often' is not one of default|each|whole|off
sinter: --threads: 'many' is not a number from 0 to 1024
sinter: --threads: '-1' is not a number from 0 to 1024
sinter: --threads: '2000' is not a number from 0 to 1024
sinter: --explain takes no value
sinter: --fp16 and --fp32 exclude each other
sinter: --passes: names with commas between are expected, like a,b
sinter: -o: OUT is expected after it
sinter: --bound: '0' is not a number above 0, like 1e-4
sinter: --bound: 'tight' is not a number above 0, like 1e-4
sinter: --seed: '-3' is not a number like 7
sinter: --seed: '1.5' is not a number like 7
