# A concat whose parts do not fit has no kernel: it is not compiled as one whose parts do.
test cli
--- run
cat > a.param <<'END'
7767517
6 6
Input a 0 1 a 0=3 1=2
Input b 0 1 b 0=50 1=2
ReLU r1 1 1 a a1
ReLU r2 1 1 b b1
Concat c 2 1 a1 b1 m 0=0
ReLU r3 1 1 m out
END
for fusion in full tvm off; do $SINTER compile a.param --fusion $fusion -o c -q; echo "code $?"; done
--- out
sinter: warning: a.param: ncnn.concat 'c' is kept as it is: input 1 is 2,50, where the first is 2,3, and what it leaves out depends on how the runtime packs channels
sinter: ncnn.concat 'c': no kernel can compute it: input 1 is 2,50, where the first is 2,3, and what it leaves out depends on how the runtime packs channels
code 6
sinter: warning: a.param: ncnn.concat 'c' is kept as it is: input 1 is 2,50, where the first is 2,3, and what it leaves out depends on how the runtime packs channels
sinter: ncnn.concat 'c': no kernel can compute it: input 1 is 2,50, where the first is 2,3, and what it leaves out depends on how the runtime packs channels
code 6
sinter: warning: a.param: ncnn.concat 'c' is kept as it is: input 1 is 2,50, where the first is 2,3, and what it leaves out depends on how the runtime packs channels
sinter: ncnn.concat 'c': no kernel can compute it: input 1 is 2,50, where the first is 2,3, and what it leaves out depends on how the runtime packs channels
code 6
