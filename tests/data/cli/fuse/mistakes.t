# What cannot be told: sizes that nobody gives, which may then be given; a grouping that there is none of.
test cli
--- run
cat > net.param <<'END'
7767517
10 11
Input         data 0 1 data
Convolution   conv 1 1 data c 0=8 1=3 4=1 5=1 6=216
ReLU          relu 1 1 c r
Split         sp   1 2 r r0 r1
Pooling       gap  1 1 r0 g 0=1 4=1
InnerProduct  fc1  1 1 g f 0=2 1=0 2=16
InnerProduct  fc2  1 1 f h 0=8 1=0 2=16
Sigmoid       sig  1 1 h s
BinaryOp      mul  2 1 r1 s m 0=2
Convolution   last 1 1 m y 0=4 1=1 6=32
END
$SINTER fuse net.param --bin seed:1; echo "$?"
$SINTER fuse net.param --bin seed:1 --input data=3,16,16 -q; echo "$?"
$SINTER fuse net.param --bin seed:1 --fusion=some; echo "$?"
$SINTER draw net.param --bin seed:1 --groups; echo "$?"
$SINTER draw net.param --bin seed:1 --before-after --groups; echo "$?"
$SINTER draw net.param --bin seed:1 --fusion=tvm; echo "$?"
--- out
sinter: the sizes of the input 'data' are not known, and groups are made by size: give them with --input data=SIZES
5
group  layers             anchor  outputs  saved     why
    1  conv + relu + gap  conv          2  24.0 KB   epilogue, sum
    2  fc1 + fc2 + sig    fc2           1  80 B      one after the other: epilogue, small
    3  mul + last         last          1  16.0 KB   prologue

0
sinter: --fusion: 'some' is not one of full|tvm|off
usage: sinter fuse IN [options]
2
sinter: the sizes of the input 'data' are not known, and groups are made by size: give them with --input data=SIZES
5
sinter: --groups draws one network: --before-after does not go with it
usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]
2
sinter: --fusion and --target say which groups to draw; --groups is missing
usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]
2
