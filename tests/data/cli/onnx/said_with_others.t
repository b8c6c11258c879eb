# What ONNX has no operator for is said with those that it has: windows as columns, diagonals, parts that are written over, functions that keep small numbers, attention with its projections and a past.
test cli
--- run
one() { # name, layer lines, sizes
    printf '7767517\n%s\nInput x 0 1 x %s\n%b\n' "$4" "${hint:-0=6 1=5 2=4}" "$2" > $1.param
    $SINTER convert $1.param --bin seed:1 -o $1.onnx --input $3 -q $5 || return
    $SINTER verify $1.param $1.onnx --bin-a seed:1 --input $3 | tail -1
    $SINTER show --text $1.onnx | sed -n 's/.* = \([a-z_]*\)(.*/\1/p' | tr '\n' ' '
    echo
}
one unfold  'Unfold u 1 1 x y 1=3 11=2 2=2 12=1 3=2 13=1 4=1 14=1 15=0 16=1 18=-1.5' x=4,5,6 '2 2'
one columns 'Unfold u 1 1 x y 1=2' x=4,5,6 '2 2'
hint="0=5"
one diag    'Diag d 1 1 x y 0=0' x=5 '2 2'
one above   'Diag d 1 1 x y 0=2' x=5 '2 2'
one below   'Diag d 1 1 x y 0=-1' x=5 '2 2'
hint="0=4 1=5"
one taken   'Diag d 1 1 x y 0=-1' x=5,4 '2 2'
hint=
one over    'Input s 0 1 s 0=2 1=5 2=2\nCopyTo c 2 1 x s y 0=3 1=0 2=1' x=4,5,6 '3 3' '--input s=2,5,2'
one all     'Input s 0 1 s 0=6 1=5 2=4\nCopyTo c 2 1 x s y' x=4,5,6 '3 3' '--input s=4,5,6'
one log1p   'AbsVal a 1 1 x b\nUnaryOp l 1 1 b y 0=27' x=4,5,6 '3 3'
one expm1   'UnaryOp e 1 1 x y 0=21' x=4,5,6 '2 2'
one atan2   'Input z 0 1 z 0=6 1=5 2=4\nBinaryOp t 2 1 x z y 0=10' x=4,5,6 '3 3' '--input z=4,5,6'
one round   'UnaryOp r 1 1 x y 0=18' x=4,5,6 '2 2' '--opset 9'
hint="0=8 1=3"
past='Input pk 0 1 pk 0=2 1=8\nInput pv 0 1 pv 0=2 1=8'
one self    "$past"'\nMultiHeadAttention a 3 3 x pk pv y nk nv 0=8 1=2 2=64 7=1' x=3,8 '4 6' '--input pk=8,2 --input pv=8,2'
one cross   'Input k 0 1 k 0=8 1=4\nInput v 0 1 v 0=8 1=4\n'"$past"'\nMultiHeadAttention a 5 3 x k v pk pv y nk nv 0=8 1=2 2=64 7=1' x=3,8 '6 8' '--input k=4,8 --input v=4,8 --input pk=8,2 --input pv=8,2'
--- out
same      worst distance 0, 6 runs at x=4,5,6
pad gather gather transpose reshape 
same      worst distance 0, 6 runs at x=4,5,6
gather gather transpose reshape 
same      worst distance 0, 12 runs at x=5
reshape shape concat expand eye_like cast where reshape 
same      worst distance 0, 12 runs at x=5
reshape shape concat expand eye_like cast where pad reshape 
same      worst distance 0, 12 runs at x=5
reshape shape concat expand eye_like cast where pad reshape 
same      worst distance 0, 6 runs at x=5,4
reshape reshape gather reshape 
same      worst distance 0, 6 runs at x=4,5,6, s=2,5,2
reshape reshape slice slice slice slice concat slice slice concat reshape 
same      worst distance 0, 6 runs at x=4,5,6, s=4,5,6
identity 
same      worst distance 8.8e-08, 40 % of what rounding explains, 6 runs at x=4,5,6
abs add div atanh add add log abs less where 
same      worst distance 1.5e-07, 63 % of what rounding explains, 6 runs at x=4,5,6
mul tanh sub add div exp sub abs less where 
same      worst distance 8.3e-08, 41 % of what rounding explains, 6 runs at x=4,5,6, z=4,5,6
div mul tanh is_nan where reciprocal less less or where reciprocal less less or where atan add 
same      worst distance 0, 6 runs at x=4,5,6
floor sub mul floor mul sub less not greater and greater or add where 
same      worst distance 1.0e-06, 100 % of what rounding explains, 6 runs at x=3,8, pk=8,2, pv=8,2
transpose matmul add reshape transpose transpose matmul add transpose concat identity reshape transpose matmul add transpose concat identity reshape transpose mul matmul softmax matmul transpose reshape transpose matmul add 
same      worst distance 1.0e-07, 44 % of what rounding explains, 6 runs at x=3,8, k=4,8, v=4,8, pk=8,2, pv=8,2
transpose matmul add reshape transpose identity reshape identity reshape transpose mul matmul softmax matmul transpose reshape transpose matmul add 
