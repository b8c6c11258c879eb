# What is folded into weights that were stored in half precision makes them f32, since halves of the new ones would move results: the file
# gets larger, the summary says by how much and what --fp16 would cost. Optimizing the result again changes no byte.
test cli
--- run
mask() { grep -e storage -e 'written file' | sed -E 's/[0-9.]+e-[0-9]+/N/g; s/[0-9.]+ %/N %/'; }
$SINTER zoo shufflenet_v2 -o half.param --fp16 -q 2>/dev/null
$SINTER optimize half.param -o keep.param --input data=3,32,32 | mask
$SINTER verify half.param keep.param --input data=3,32,32 --bound 1e-5 -q; echo "code $?"
$SINTER optimize keep.param -o again.param --input data=3,32,32 | mask
cmp keep.param again.param; cmp keep.bin again.bin
$SINTER optimize half.param -o single.param --input data=3,32,32 --fp32 | mask
$SINTER verify half.param single.param --input data=3,32,32 --bound 1e-5 -q; echo "code $?"
$SINTER optimize half.param -o halves.param --input data=3,32,32 --fp16 | mask
$SINTER verify half.param halves.param --input data=3,32,32 --bound 1e-5 -q 2>/dev/null; echo "code $?"
for f in half keep single halves; do wc -c < $f.bin; done
--- out
storage   rewritten weights of 56 layers in single precision; --fp16 would save 2.36 MB and move results by N
code 0
written file  same: worst distance N, N % of what rounding explains
code 0
storage   half precision, which moves results by N
written file  same: worst distance N, N % of what rounding explains
code 8
4656516
7034284
9082284
4559436
