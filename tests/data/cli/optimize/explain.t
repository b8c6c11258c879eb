# Every rewrite, and what was refused, with the reason.
test cli
--- run
cat > net.param <<'END'
7767517
6 7
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=1 6=12
Split       two  1 2 c c0 c1
BatchNorm   bn   1 1 c0 b 0=4
ReLU        relu 1 1 b r
Dropout     drop 1 1 r out
END
$SINTER optimize net.param --bin seed:1 -o fused.param --explain > said
echo "code $?"
sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g' said
cat fused.param
--- out
code 0
done, by pass; in brackets how far the check's two results were apart
  drop_copies (2)
    two: readers of c0 now read c  [0]
    two: readers of c1 now read c  [0]
  drop_identities (1)
    drop removed  [0]

not done, by reason
  conv_to_linear: not made an inner product: the rank of its input is not known (1)
    conv
  fold_affine: the output of conv is a result of the network (1)
    conv + bn

layers    6 -> 5
MACs      49.2 K -> 49.2 K
rewrites  3
              2  drop_copies
              1  drop_identities
checks    3 rewrites checked, worst distance 0
network   same: worst distance 0, allowed #, 3 runs at data=3,64,64 (sizes that sinter chose)
written   fused.param (270 B), fused.bin (116 B)
7767517
5 6
Input       data 0 1 data
Convolution              conv                     1 1 data c1_1 0=4 1=1 6=12
Split                    two                      1 2 c1_1 c0 c1
BatchNorm   bn   1 1 c0 b 0=4
ReLU                     relu                     1 1 b out
