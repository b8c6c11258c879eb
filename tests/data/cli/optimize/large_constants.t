# A constant of 128 KiB made of 512 bytes is folded beside 12 MiB of weights, not beside 1 MiB.
test cli
--- run
for rows in 96 8; do
    cat > net.param <<TXT
7767517
5 5
Input x 0 1 x 0=32768
MemoryData m 0 1 m 0=128
Tile t 1 1 m t 0=0 1=256
BinaryOp s 2 1 x t s 0=2
InnerProduct y 1 1 s y 0=$rows 1=0 2=$((rows * 32768))
TXT
    $SINTER optimize net.param --bin seed:1 --passes fold_constants --explain
done
--- out
done
  fold_constants
    t

layers    5 -> 4
MACs      3.15 M, as before
rewrites  1
checked   1 rewrite, worst distance 0
network   same: worst distance 0, 6 runs at x=32768
written   nothing: a dry run, since no -o OUT was given
not done
  fold_constants: not folded: the constant would have more bytes than its inputs
    t

layers    5 -> 5
MACs      262 K, as before
rewrites  0
network   as it was: nothing was rewritten
written   nothing: a dry run, since no -o OUT was given
