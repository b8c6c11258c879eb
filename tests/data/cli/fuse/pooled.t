# What is pooled as it is stored, and why other poolings are not.
test cli
--- run
cat > net.param <<'END'
7767517
11 12
Input       data 0 1 data 0=56 1=56 2=32
Convolution c1 1 1 data a 0=32 1=3 4=1 5=1 6=9216 9=1
Pooling     p1 1 1 a b 0=0 1=2 2=2
Convolution c2 1 1 b c 0=64 1=3 4=1 5=1 6=18432 9=1
Pooling     p2 1 1 c d 0=0 1=3 2=2
Convolution c3 1 1 d e 0=64 1=3 4=1 5=1 6=36864 9=1
Split       s  1 2 e e0 e1
Pooling     p3 1 1 e0 f 0=0 1=2 2=2
Convolution c4 1 1 e1 g 0=64 1=3 4=1 5=1 6=36864 9=1
Pooling     p4 1 1 g h 0=1 1=2 2=2
Eltwise     y  2 1 h f y 0=1
END
$SINTER fuse net.param --bin seed:1 --target x86-64-v3 --explain -q
$SINTER fuse net.param --bin seed:1 --target x86-64-v3 --json | grep pools
$SINTER fuse net.param --bin seed:1 --target x86-64-v3 --without pooled | grep -E '^(steps|.*pooled as)'
--- out
group  layers  kernel           outputs  saved     why
    1  c1      move + winograd        1  -         pooled as it is stored, with 2
    2  p1      winograd               1  -         pooled as it is stored, with 1
    3  c2      winograd               1  -         both are complex
    4  p2      pool                   1  -         both are complex
    5  c3      winograd               1  -         both are complex
    6  p3      pool                   1  -         it is complex, and so is another operand, which is there later
    7  c4      winograd               1  -         both are complex
    8  p4 + y  pool                   1  24.5 KB   epilogue

fused
  p4 -> y: epilogue: 24.5 KB less through L1, 0.414 us

not fused
  p3 -> y: epilogue: it is complex, and so is another operand, which is there later
  c1 -> p1: no rule: both are complex
  p1 -> c2: no rule: both are complex
  c2 -> p2: no rule: both are complex
  p2 -> c3: no rule: both are complex
  c3 -> p3: no rule: both are complex
  c3 -> c4: no rule: both are complex
  c4 -> p4: no rule: both are complex

not done
  'c2' is not pooled by 'p2' as it is stored: its windows overlap
  'c3' is not pooled by 'p3' as it is stored: others read the value, too
  'c4' is not pooled by 'p4' as it is stored: what is done to its result reads other values

      "pools": false,
      "pools": true,
      "pools": false,
      "pools": false,
      "pools": false,
      "pools": false,
      "pools": false,
      "pools": false,
      "pools": false,
steps     10
