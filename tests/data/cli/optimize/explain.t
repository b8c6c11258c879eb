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
sed -E 's/[0-9](\.[0-9]+)?e-[0-9]+/#/g; s/[0-9.]+ %/# %/' said
cat fused.param
--- out
code 0
done
  drop_identities
    drop

not done
  fold_affine: the output in between is a result of the network
    conv + bn
  sink_affine: not moved down to the weights: a shift does not move across it
    bn + relu

layers    6 -> 5
MACs      not all sizes are known; --input NAME=SIZES gives them
rewrites  1
checked   1 rewrite, worst distance 0
network   same: worst distance 0, 6 runs at data=3,64,64, 2 each at data=3,33,47 (sizes that sinter chose)
written   fused.param (198 B), fused.bin (116 B)
7767517
5 6
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=1 6=12
Split       two  1 2 c c0 c1
BatchNorm   bn   1 1 c0 b 0=4
ReLU                     relu                     1 1 b out
