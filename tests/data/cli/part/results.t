# Results that share a value, a result that is read on, values that are kept.
test cli
--- run
cat > net.param <<'END'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
END
cat > net.param <<'END'
7767517
6 9
Input   data 0 1 data 0=8 1=8 2=3
TanH    t    1 1 data t
Split   sp   1 3 t t_0 t_1 t_2
ReLU    r    1 1 t_0 r
Slice   sl   1 2 t_1 s_0 s_1 -23300=2,-233,-233
Sigmoid sg   1 1 s_0 g
END
$SINTER convert net.param --bin seed:1 -q -o part.param --from t --to r,t_0,g
cat part.param
$SINTER convert net.param --bin seed:1 -q -o part.param --from t --to t_2,g
cat part.param
$SINTER optimize net.param --bin seed:1 -q -o part.param --from t --keep t_1
cat part.param
--- out
7767517
5 8
Input                    t                        0 1 t 0=8 1=8 2=3
Split                    splitncnn_0              1 3 t t_splitncnn_0 t_splitncnn_1 t_0
ReLU                     r                        1 1 t_splitncnn_0 r
Slice                    sl                       1 2 t_splitncnn_1 s_0 s_1 -23300=2,-233,-233
Sigmoid sg   1 1 s_0 g
7767517
4 6
Input                    t                        0 1 t 0=8 1=8 2=3
Split                    splitncnn_0              1 2 t t_splitncnn_0 t_2
Slice                    sl                       1 2 t_splitncnn_0 s_0 s_1 -23300=2,-233,-233
Sigmoid sg   1 1 s_0 g
7767517
5 9
Input                    t                        0 1 t 0=8 1=8 2=3
Split                    splitncnn_0              1 4 t t_splitncnn_0 t_splitncnn_1 t_2 t_1
ReLU                     r                        1 1 t_splitncnn_0 r
Slice                    sl                       1 2 t_splitncnn_1 s_0 s_1 -23300=2,-233,-233
Sigmoid sg   1 1 s_0 g
--- exit
0
