# A name as long as the indent of what would follow on a new line is followed by a space.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution c1   1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   b    1 1 c b 0=4
ReLU        r    1 1 b out
END
$SINTER optimize net.param --bin seed:1 --explain --verify off | head -5
--- out
done
  fold_affine
    c1 + b -> c1
  fuse_activation
    c1 + r -> c1
