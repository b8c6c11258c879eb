# A network from a seed is the same each time, and shows itself.
test cli
--- run
$SINTER zoo squeezenet -q -o a.param --seed 7
$SINTER zoo squeezenet -q -o b.param --seed 7
$SINTER zoo squeezenet -q -o c.param
cmp a.param b.param && cmp a.bin b.bin
cmp -s a.bin c.bin || echo other weights
$SINTER zoo squeezenet | tail -n 5
--- out
other weights
output  prob = 1000
layers  67
weights 1.24 M, 4.71 MB
MACs    388 M
peak    6.23 MB of activations at once (f32, in file order, each freed after its last reader)
