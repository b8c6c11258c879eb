# Numbers below the normal range, which compiled code takes for 0, are no difference to the interpreter.
test cli
--- run
cat > soft.param <<'NET'
7767517
3 3
Input    data 0 1 data 0=1 1=1 2=40
BinaryOp far  1 1 data x 0=2 1=1 2=60.0
Softmax  soft 1 1 x out
NET
$SINTER compile soft.param -o soft --as-is | grep checked
--- out
checked   each step computes what the interpreter does
--- exit
0
