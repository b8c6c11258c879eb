# What is compiled for a target, and one that there is not.
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
$SINTER fuse net.param --bin seed:1 --target x86-64-v3
$SINTER fuse net.param --bin seed:1 --target pdp11; echo "$?"
--- out
group  layers      kernel     outputs  saved     why
    1  conv        stem             1  -         no kernel sums up as it stores
    2  gap         pool             1  -         no kernel sums up as it stores
    3  fc1         linear           1  -         both are complex
    4  fc2         linear           1  -         there are more results than elements of the value, which would be computed again for each
    5  mul + last  pointwise        1  16.0 KB   factor

groups    5, of 6 layers
steps     6
saved     16.0 KB that do not go through memory between layers
sinter: no target 'pdp11'; there are native, x86-64-v3, x86-64-v3-vl, x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64, wasm, cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 and generic
2
