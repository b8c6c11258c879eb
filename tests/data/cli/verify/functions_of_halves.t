# A constant that is stored in half precision is off by its rounding; an input says how much that
# is, and functions that differ by no more say nothing else.
test cli
--- run
cat > a.param <<'END'
7767517
5 5
Input      x 0 1 x 0=3 1=3 2=2
Dropout    d 1 1 x w
MemoryData k 0 1 k 2=2 1=1 0=1 21=0
BinaryOp   m 2 1 k w y 0=1
AbsVal     z 1 1 y z
END
$SINTER optimize a.param --bin seed:3 --fp16 -o b.param
--- out
layers    5 -> 4
MACs      0, as before
rewrites  1
              1  drop_identities
checked   1 rewrite, worst distance 0
network   same: worst distance 0, 6 runs at x=2,3,3
storage   half precision, which moves results by 3.7e-05
written   b.param (164 B), b.bin (8 B)
written file  same: worst distance 3.7e-05, 17 % of what rounding explains
--- err
--- exit
0
