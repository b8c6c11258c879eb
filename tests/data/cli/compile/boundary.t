# A sum whose channels do not pair compiles as ncnn computes it without packing; padding that crops is refused by name.
test cli
--- run
cat > a.param <<'END'
7767517
3 3
Input in0 0 1 x 0=2 1=2 2=4
Input in1 0 1 y 0=2 1=2 2=2
BinaryOp add 2 1 x y out 0=0
END
cat > b.param <<'END'
7767517
2 2
Input in0 0 1 x 0=8 1=9 2=4
Pooling p 1 1 x out 0=0 1=1 11=3 2=2 12=1 5=3
END
$SINTER compile a.param --bin none -o a --quiet && ls a
$SINTER compile b.param --bin none -o b
--- out
sinter: warning: a.param: BinaryOp 'add' is kept as it is: its operands have 2 and 4 channels, and which of them pair depends on how the runtime packs channels
CMakeLists.txt
a.c
a.h
a_selftest.c
main.c
sinter: warning: b.param: ncnn.pooling 'p' is kept as it is: its padding is negative on axis w, where the stride is larger than the kernel, and what that does depends on how the runtime packs channels
sinter: ncnn.pooling 'p': no kernel can compute it: its padding is negative on axis w, where the stride is larger than the kernel, and what that does depends on how the runtime packs channels; `sinter run --interpret` can
--- exit
6
