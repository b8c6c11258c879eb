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
$SINTER fuse net.param --bin seed:1 --target generic; echo "$?"
$SINTER fuse net.param --bin seed:1 --target generic --input data=3,16,16 -q; echo "$?"
$SINTER fuse net.param --bin seed:1 --target generic --fusion=some; echo "$?"
$SINTER draw net.param --bin seed:1 --groups; echo "$?"
$SINTER draw net.param --bin seed:1 --before-after --groups; echo "$?"
$SINTER draw net.param --bin seed:1 --fusion=tvm; echo "$?"
--- out
sinter: the sizes of input 'data' are not known: give them, like --input data=3,240,320
5
group  layers      kernel     outputs  saved     why
    1  conv        winograd         1  -         no kernel sums up as it stores
    2  gap         pool             1  -         no kernel sums up as it stores
    3  fc1         linear           1  -         both are complex
    4  fc2         linear           1  -         there are more results than elements of the value, which would be computed again for each
    5  mul + last  pointwise        1  16.0 KB   factor

0
sinter: --fusion: 'some' is not one of full|tvm|off
usage: sinter fuse IN [options]
2
sinter: the sizes of input 'data' are not known: give them, like --input data=3,240,320
5
sinter: --groups draws one network: --before-after does not go with it
usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]
2
sinter: --fusion, --target and --machine say which groups to draw; --groups is missing
usage: sinter draw IN [-o OUT.svg|OUT.dot] [options]
2
