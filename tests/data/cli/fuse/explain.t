# Every edge with its reason, and the same after optimizing.
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
$SINTER fuse net.param --bin seed:1 --target generic --as-is --explain -q
echo
$SINTER fuse net.param --bin seed:1 --target generic --explain -q
--- out
group  layers       kernel     outputs  saved     why
    1  conv + relu  winograd         1  16.0 KB   epilogue
    2  sp           -                2  -         it is its operand, or a part of it, where that stands
    3  gap          pool             1  -         it is complex, and needs many elements of the value at once
    4  fc1          linear           1  -         both are complex
    5  fc2 + sig    linear           1  64 B      epilogue
    6  mul + last   pointwise        1  16.0 KB   factor

fused
  conv -> relu: epilogue: 16.0 KB less through L1, 3.73 us
  fc2 -> sig: epilogue: 64 B less through L1, 1.01 us
  mul -> last: factor: 16.0 KB less through L1, 3.73 us

not fused
  sig -> mul: epilogue: there are more results than elements of the value, which would be computed again for each
  sp -> mul: elementwise: it reads the value in another order than it is computed in
  relu -> sp: no rule: both are complex
  sp -> gap: no rule: it is complex, and needs many elements of the value at once
  gap -> fc1: no rule: both are complex
  fc1 -> fc2: no rule: both are complex


group  layers      kernel     outputs  saved     why
    1  conv        winograd         1  -         no kernel sums up as it stores
    2  gap         pool             1  -         no kernel sums up as it stores
    3  fc1         linear           1  -         both are complex
    4  fc2         linear           1  -         there are more results than elements of the value, which would be computed again for each
    5  mul + last  pointwise        1  16.0 KB   factor

fused
  mul -> last: factor: 16.0 KB less through L1, 3.73 us

not fused
  conv -> gap: sum: no kernel sums up as it stores
  fc2 -> mul: epilogue: there are more results than elements of the value, which would be computed again for each
  conv -> mul: epilogue: what lies between them needs the one and is needed by the other
  gap -> fc1: no rule: both are complex
  fc1 -> fc2: no rule: both are complex

