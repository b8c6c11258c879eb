# A value that is kept is still there under its name, and not fused away.
test cli
--- run
cat > net.param <<'END'
7767517
4 4
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
ReLU        relu 1 1 b out
END
$SINTER optimize net.param --bin seed:1 -q -o fused.param --keep c
cat fused.param
$SINTER optimize net.param --bin seed:1 -q -o part.param --output c
cat part.param
--- out
7767517
5 6
Input       data 0 1 data
Convolution              conv                     1 1 data c_1 0=4 1=3 5=1 6=108
Split                    splitncnn_0              1 2 c_1 c_1_splitncnn_0 c
BatchNorm                bn                       1 1 c_1_splitncnn_0 b 0=4
ReLU        relu 1 1 b out
7767517
2 2
Input       data 0 1 data
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
