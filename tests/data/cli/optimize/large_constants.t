# A constant of 128 KiB made of 512 bytes is folded beside 12 MiB of weights, not beside 1 MiB; of two there is room for one.
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
for i in m n; do
    echo "MemoryData $i 0 1 $i 0=128"
    echo "Tile t$i 1 1 $i t$i 0=0 1=256"
done > twice.txt
{ printf '7767517\n9 9\nInput x 0 1 x 0=32768\n'; cat twice.txt; cat <<'TXT'
BinaryOp s 2 1 x tm s 0=2
ReLU r 1 1 s r
BinaryOp u 2 1 r tn u 0=2
InnerProduct y 1 1 u y 0=96 1=0 2=3145728
TXT
} > twice.param
$SINTER optimize twice.param --bin seed:1 --passes fold_constants --explain | head -5
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
done
  fold_constants
    tm

not done
