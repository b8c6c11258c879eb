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
$SINTER fuse net.param --bin seed:1 --explain -q
echo
$SINTER fuse net.param --bin seed:1 --after --explain -q
--- out
group  layers             anchor  outputs  saved     why
    1  conv + relu + gap  conv          2  24.0 KB   epilogue, sum
    2  fc1 + fc2 + sig    fc2           1  80 B      one after the other: epilogue, small
    3  mul + last         last          1  16.0 KB   prologue

fused
  conv -> relu: epilogue: 16.0 KB less through L1, 0.34 us
  relu -> gap: sum: 8.0 KB less through L1, 0.27 us
  fc1 -> fc2: small: so little work that starting a kernel, 0.2 us, counts
  fc2 -> sig: epilogue: 64 B less through L1, 0.201 us
  mul -> last: prologue: 16.0 KB less through L1, 0.34 us

not fused
  sig -> mul: epilogue: there are more results than elements of the value, which would be computed again for each
  relu -> mul: epilogue: what lies between them needs the one and is needed by the other
  gap -> fc1: no rule: both are complex


group  layers      anchor  outputs  saved     why
    1  conv + gap  conv          2  8.00 KB   sum
    2  fc1 + fc2   fc2           1  16 B      one after the other: small
    3  mul + last  last          1  16.0 KB   prologue

fused
  conv -> gap: sum: 8.0 KB less through L1, 0.27 us
  fc1 -> fc2: small: so little work that starting a kernel, 0.2 us, counts
  mul -> last: prologue: 16.0 KB less through L1, 0.34 us

not fused
  fc2 -> mul: epilogue: there are more results than elements of the value, which would be computed again for each
  conv -> mul: epilogue: what lies between them needs the one and is needed by the other
  gap -> fc1: no rule: both are complex

