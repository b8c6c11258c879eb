# A network of ncnn is trained, written and read again: it has learnt by heart what it was shown, in its own order or in another. With weights of some names alone the others stay as they are.
test cli
--- run
cat > net.param <<'NET'
7767517
6 6
Input data 0 1 data 0=4 1=4 2=1
Convolution conv 1 1 data c 0=4 1=3 4=1 5=1 6=36
BatchNorm bn 1 1 c n 0=4
ReLU relu 1 1 n r
InnerProduct fc 1 1 r f 0=2 1=1 2=128
Softmax prob 1 1 f out 1=1
NET
$SINTER convert net.param --bin seed:1 -o made.param -q
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$2', 'fortran_order': False, 'shape': ($3), }" > $1; cat >> $1; }
# images with a light column, and with a light row
o='\0\0\0\0' i='\0\0\200\077'
for k in 0 1 2 3; do
  for row in 0 1 2 3; do for col in 0 1 2 3; do [ $col = $k ] && printf $i || printf $o; done; done
  for row in 0 1 2 3; do for col in 0 1 2 3; do [ $row = $k ] && printf $i || printf $o; done; done
done | npy x.npy '<f4' 8,1,4,4
for k in 0 1 2 3; do printf '\0\0\0\0\1\0\0\0'; done | npy y.npy '<i4' 8,
common="--input data=1,4,4 --loss softmax_cross_entropy --batch 4 --test-data x.npy --test-target y.npy"
last() { sed -n '$p' | sed 's/.*right/right/'; }
$SINTER train made.param x.npy y.npy $common --epochs 30 --optimizer sgd:momentum=0.9 --learning-rate 0.05 -o out.param | sed -n '/^epoch 30/p' | last
$SINTER train made.param x.npy y.npy $common --epochs 30 --optimizer adam --learning-rate 0.01 --shuffle 3 | last
$SINTER train made.param x.npy y.npy $common --shuffle 3 > a; $SINTER train made.param x.npy y.npy $common --shuffle 3 --threads 1 > b; cmp a b
$SINTER train made.param x.npy y.npy $common --epochs 3 --trainable 'fc.*' --frozen-statistics -o fc.param --json | sed -n '/trained/,/]/p'
$SINTER diff made.param fc.param; echo "code $?"
--- out
right 100.00 %
right 100.00 %
  "trained": [
    "fc.weight",
    "fc.bias"
  ],
~ fc  linear  weight: up to 7.2e-03 apart; bias: up to 3.4e-03 apart

layers    6 the same, 1 changed, 0 only in A (<), 0 only in B (>)
code 1
