# Groups as a table, in the three ways; the file hints at sizes.
test cli
--- run
cat > net.param <<'END'
7767517
10 11
Input         data 0 1 data 0=16 1=16 2=3
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
$SINTER fuse net.param --bin seed:1
$SINTER fuse net.param --bin seed:1 --fusion=tvm
$SINTER fuse net.param --bin seed:1 --fusion=off -q
--- out
group  layers             anchor  outputs  saved     why
    1  conv + relu + gap  conv          2  24.0 KB   epilogue, sum
    2  fc1 + fc2 + sig    fc2           1  80 B      one after the other: epilogue, small
    3  mul + last         last          1  16.0 KB   prologue

groups    3, of 8 layers
saved     40.1 KB that do not go through memory
sizes     the file's hints
group  layers       anchor  outputs  saved     why
    1  conv + relu  conv          1  16.0 KB   elementwise on the output of a conv
    2  gap          gap           1  -         it is complex, and an edge on the way there is complex
    3  fc1          fc1           1  -         it is complex, and an edge on the way there is complex
    4  fc2 + sig    fc2           1  64 B      elementwise on the output of a linear
    5  mul          -             1  -         it is broadcast, and an edge on the way there is complex
    6  last         last          1  -         it is a result

groups    6, of 8 layers
saved     16.1 KB that do not go through memory
sizes     the file's hints
group  layers  anchor  outputs  saved     why
    1  conv    conv          1  -         nothing is fused
    2  relu    -             1  -         nothing is fused
    3  gap     gap           1  -         nothing is fused
    4  fc1     fc1           1  -         nothing is fused
    5  fc2     fc2           1  -         nothing is fused
    6  sig     -             1  -         nothing is fused
    7  mul     -             1  -         nothing is fused
    8  last    last          1  -         nothing is fused

