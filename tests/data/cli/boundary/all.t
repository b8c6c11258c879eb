# A layer whose channels do not pair among others: every command names it, and carries it.
test cli
--- run
cat > a.param <<'END'
7767517
8 9
Input in0 0 1 x 0=8 1=8 2=4
Split s 1 2 x x0 x1
Convolution a 1 1 x0 a 0=16 1=1 5=1 6=64
BatchNorm bn 1 1 a an 0=16
Convolution b 1 1 x1 b 0=64 1=1 5=1 6=256
BinaryOp add 2 1 an b y 0=0
Convolution c 1 1 y c 0=8 1=1 5=1 6=512
ReLU r 1 1 c out
END
$SINTER optimize a.param --bin seed:1 -o b.param 2>&1 | grep -v distance
grep -c . b.param
grep BinaryOp b.param
$SINTER show a.param --bin seed:1 2>&1 | grep add
$SINTER convert a.param --bin seed:1 -o c.param --quiet
cmp a.param c.param && echo the same
--- out
sinter: warning: a.param: BinaryOp 'add' is kept as it is: its operands have 16 and 64 channels, and which of them pair depends on how the runtime packs channels
layers    8 -> 6
MACs      53.2 K, as before
rewrites  2
              1  fold_affine
              1  fuse_activation
written   b.param (290 B), b.bin (3.61 KB)
8
BinaryOp add 2 1 an b y 0=0
sinter: warning: a.param: BinaryOp 'add' is kept as it is: its operands have 16 and 64 channels, and which of them pair depends on how the runtime packs channels
5  add    add                  64,8,8
sinter: warning: a.param: BinaryOp 'add' is kept as it is: its operands have 16 and 64 channels, and which of them pair depends on how the runtime packs channels
the same
