# What is decided beyond groups: rows of several, channels and parts that are nowhere moved, branches side by side.
test cli
--- run
cat > rows.param <<'END'
7767517
6 6
Input                data 0 1 data 0=320 1=320 2=3
Convolution          stem 1 1 data a 0=16 1=3 3=2 4=1 5=1 6=432 9=1
ConvolutionDepthWise dw1  1 1 a b 0=16 1=3 4=1 5=1 6=144 7=16 9=1
Convolution          pw1  1 1 b c 0=64 1=1 5=1 6=1024 9=1
ConvolutionDepthWise dw2  1 1 c d 0=64 1=3 3=2 4=1 5=1 6=576 7=64 9=1
Convolution          pw2  1 1 d e 0=64 1=1 5=1 6=4096 9=1
END
cat > units.param <<'END'
7767517
12 15
Input          data 0 1 data 0=8 1=8 2=16
Convolution    c1 1 1 data a 0=16 1=3 4=1 5=1 6=2304
Split          s1 1 3 a a0 a1 a2
Convolution    c2 1 1 a0 b 0=16 1=1 5=1 6=256
Concat         k1 2 1 a1 b k
ShuffleChannel sh 1 1 k s 0=2
Slice          sl 1 2 s l r -23300=2,16,-233 1=0
Convolution    c3 1 1 l m 0=8 1=1 5=1 6=128
Convolution    c4 1 1 r n 0=8 1=1 5=1 6=128
Pooling        p  1 1 a2 g 0=1 4=1
InnerProduct   f1 1 1 g h 0=8 1=1 2=128
InnerProduct   f2 1 1 h i 0=8 1=1 2=64
END
$SINTER fuse rows.param --bin seed:1 --target x86-64-v3 --as-is
$SINTER fuse units.param --bin seed:1 --target x86-64-v3
$SINTER fuse units.param --bin seed:1 --target x86-64-v3 --threads 4 --explain -q
--- out
group  layers  kernel     outputs  saved     why
    1  stem    pipeline         1  -         row by row with 2, 3, 4
    2  dw1     pipeline         1  -         row by row with 1, 3, 4
    3  pw1     pipeline         1  -         row by row with 1, 2, 4
    4  dw2     pipeline         1  -         row by row with 1, 2, 3
    5  pw2     pointwise        1  -         both are complex

groups    5, of 5 layers
steps     3
saved     0 B that do not go through memory between layers
group  layers   kernel           outputs  saved     why
    1  c1       move + winograd        1  -         its elements are moved once more
    2  c2       pointwise              1  -         its elements are moved once more
    3  k1 + sh  -                      1  16.0 KB   its channels are read where they were computed
    4  sl       -                      2  16.0 KB   its channels are read where they were computed
    5  c3       pointwise              1  -         it is complex, and needs many elements of the value at once
    6  c4       pointwise              1  -         it is complex, and needs many elements of the value at once
    7  p        pool                   1  -         no kernel sums up as it stores
    8  f1       linear                 1  -         both are complex

groups    8, of 9 layers
steps     9
saved     32.0 KB that do not go through memory between layers
group  layers   kernel           outputs  saved     why
    1  c1       move + winograd        1  -         its elements are moved once more
    2  c2       pointwise              1  -         its elements are moved once more
    3  k1 + sh  -                      1  16.0 KB   its channels are read where they were computed
    4  sl       -                      2  16.0 KB   its channels are read where they were computed
    5  c3       pointwise              1  -         beside others on thread 0; it is complex, and needs many elements of the value at once
    6  c4       pointwise              1  -         beside others on thread 1; it is complex, and needs many elements of the value at once
    7  p        pool                   1  -         beside others on thread 2; no kernel sums up as it stores
    8  f1       linear                 1  -         beside others on thread 2; both are complex

fused
  k1 -> sh: moves: 16.0 KB less through L1, 0.34 us
  sh -> sl: in slices: 8.0 KB less through L1, 0.27 us

not fused
  c1 -> k1: in slices: its elements are moved once more
  c2 -> k1: in slices: its elements are moved once more
  c1 -> p: sum: no kernel sums up as it stores
  c1 -> c2: no rule: both are complex
  sl -> c3: no rule: it is complex, and needs many elements of the value at once
  sl -> c4: no rule: it is complex, and needs many elements of the value at once
  p -> f1: no rule: both are complex

