# What cannot be several sets of sizes: the message says which set it is about.
test cli
--- run
cat > two.param <<'NET'
7767517
4 4
Input    a 0 1 a
Input    b 0 1 b
BinaryOp add 2 1 a b c 0=0
Softmax  s 1 1 c out 0=0
NET
cat > conv.param <<'NET'
7767517
2 2
Input        data 0 1 data
Convolution  conv 1 1 data out 0=8 1=3 6=216
NET
try() { $SINTER "$@" > log 2>&1; code=$?; grep -v usage log; echo "code $code"; }
try compile two.param -o out --input a=4,5 --input a=4,6 --input b=4,6
try compile two.param -o out --input a=4,5 --input b=4,5 --input a=4,6
try compile two.param -o out --input a=4,5 --input b=4,5 --input a=3,4,5 --input b=3,4,5
try compile two.param -o out --input a=4,5 --input b=4,5 --input a=4,5
try compile two.param -o out --input a=4,5 --input b=4,5 --input c=4,5
try compile conv.param --bin seed:1 -o out --input 3,9,9 --input 4,9,9
try compile conv.param --bin seed:1 -o out --input 3,9,9 --input 3,2,9
try compile conv.param --bin seed:1 -o out --input 3,9,9 --batch 4,4
try compile conv.param --bin seed:1 -o out --input 3,9,9 --batch 0,4
try compile conv.param --bin seed:1 -o out --input 3,9,9 --batch 4,
try compile conv.param --bin seed:1 -o out --input 3,9,9 --batch 1,x
try run conv.param --bin seed:1 --input 3,9,9 --input 3,8,8 --input-file x.npy
try bench conv.param --bin seed:1 --input 3,9,9 --batch 1,8
try show conv.param --bin seed:1 --input data=3,9,9 --input data=3,8,8
ls
--- out
sinter: set 0 (a=4,5): the sizes of input 'b' are not known: give them, like --input b=3,240,320
code 5
sinter: set 1 (a=4,6 b=4,5): two.param: add 'add': a is 4,6, b is 4,5: axis 1 of the result fits neither way
code 5
sinter: input 'a' has 2 axes in set 0 and 3 in set 1; only sizes may differ
code 6
sinter: sets 0 and 1 have the same sizes of all inputs
code 2
sinter: no input is called 'c'; the network has a, b
code 2
sinter: set 1 (4,9,9): conv.param: conv 'conv': number of input channels is 4, 3 expected: the runtime would read out of bounds
code 5
sinter: set 1 (3,2,9): conv.param: conv 'conv': the window spans 3 on axis h, where x has 2 and pads 0 and 0
code 5
sinter: sets 0 and 1 have the same sizes of all inputs
code 2
sinter: input 'data' has 3 axes in set 0 and 4 in set 1; only sizes may differ
code 6
sinter: --batch: '' is not a number from 0 to 4096
code 2
sinter: --batch: 'x' is not a number from 0 to 4096
code 2
sinter: --input 3,8,8: the only input is meant, but --input is given twice; several sets of sizes are for 'compile'
code 2
sinter: --batch: '1,8' is not a number from 0 to 4096
code 2
sinter: --input: sizes of 'data' are given twice; several sets of sizes are for 'compile'
code 2
conv.param
log
two.param
