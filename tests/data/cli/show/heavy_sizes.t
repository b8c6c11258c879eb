# Where the network is heavy at the size that comes first, a smaller one is chosen.
test cli
--- run
printf '7767517\n2 2\nInput x 0 1 x\nConvolution3D c 1 1 x y 0=8 1=5 4=2 5=1 6=8000\n' > a.param
$SINTER show a.param --bin seed:1 | tail -4
--- out
layers  2
weights 8.01 K, 31.3 KB
MACs    262 M
peak    2.00 MB of activations at once (f32, in file order, each freed after its last reader)
