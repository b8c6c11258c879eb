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
$SINTER fuse net.param --bin seed:1 --target generic
$SINTER fuse net.param --bin seed:1 --target generic --fusion=tvm
$SINTER fuse net.param --bin seed:1 --target generic --fusion=off -q
--- out
group  layers      kernel     outputs  saved     why
    1  conv        winograd         1  -         no kernel sums up as it stores
    2  gap         pool             1  -         no kernel sums up as it stores
    3  fc1         linear           1  -         both are complex
    4  fc2         linear           1  -         there are more results than elements of the value, which would be computed again for each
    5  mul + last  pointwise        1  16.0 KB   factor

groups    5, of 6 layers
steps     5
saved     16.0 KB that do not go through memory between layers
group  layers  kernel     outputs  saved     why
    1  conv    winograd         1  -         it is complex, and an edge on the way there is complex
    2  gap     pool             1  -         it is complex, and an edge on the way there is complex
    3  fc1     linear           1  -         it is complex, and an edge on the way there is complex
    4  fc2     linear           1  -         it is complex, and an edge on the way there is broadcast
    5  mul     map              1  -         it is broadcast, and an edge on the way there is complex
    6  last    pointwise        1  -         it is a result

groups    6, of 6 layers
steps     6
saved     0 B that do not go through memory between layers
group  layers  kernel          outputs  saved     why
    1  conv    winograd + map        1  -         nothing is fused
    2  gap     pool                  1  -         nothing is fused
    3  fc1     linear                1  -         nothing is fused
    4  fc2     linear + map          1  -         nothing is fused
    5  mul     map                   1  -         nothing is fused
    6  last    pointwise             1  -         nothing is fused

