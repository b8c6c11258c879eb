# f64 is computed in double: 2^-40, by which 1.0000000000009095 is more than 1, is what is left.
test run
--- in
"x" = constant(@"x")
"u" = constant(@"u")
"row" = reshape("x") {shape=[1,2]}
"image" = reshape("x") {shape=[1,2,1,1]}
"line" = reshape("u") {shape=[1,1,2]}
"times" = reshape("u") {shape=[2,1]}
"matmul" = matmul("x", @"b")
"gemm" = gemm("row", @"column") {transB=true}
"linear" = linear("x", @"column")
"conv" = conv("image", @"kernel") {nd=2, axis=1}
"deconv" = conv_transpose("image", @"kernel") {nd=2, axis=1}
"einsum" = einsum("x", @"b") {equation="i,i->"}
"sum" = reduce("u")
"mean" = reduce("u") {op=mean}
"running" = cum_sum("u")
"average" = average_pool("line") {nd=1, kernel=[2]}
"largest" = max_pool("line") {nd=1, kernel=[2]}
"layer" = layer_normalization("x")
"turned" = rotary_embedding("x", @"one", @"one")
"attended" = attention(@"q", @"k", "times")
"step" = rnn("row", @"w_xc", @"bias", @"w_hc") {num_output=1}
output("matmul", "gemm", "linear", "conv", "deconv", "einsum", "sum", "mean", "running", "average", "largest", "layer", "turned", "attended", "step")
@"x" = f64[2] [1.0000000000009095,1]
@"u" = f64[2] [1.0000000000009095,-1]
@"b" = f64[2] [1,-1]
@"column" = f64[1,2] [1,-1]
@"kernel" = f64[1,2,1,1] [1,-1]
@"one" = f64[1] [1]
@"q" = f64[1,1] [1]
@"k" = f64[2,1] [1,1]
@"w_xc" = f64[1,1,2] [1,-1]
@"bias" = f64[1,1,1] [0]
@"w_hc" = f64[1,1,1] [0]
--- results
matmul : 9.09495e-13
gemm 1,1: 9.09495e-13
linear 1: 9.09495e-13
conv 1,1,1,1: 9.09495e-13
deconv 1,1,1,1: 9.09495e-13
einsum : 9.09495e-13
sum 1: 9.09495e-13
mean 1: 4.54747e-13
running 2: 1 9.09495e-13
average 1,1,1: 4.54747e-13
largest 1,1,1: 1
layer 2: 1.43804e-10 -1.43804e-10
turned 2: 9.09495e-13 2
attended 1,1: 4.54747e-13
step 1,1,1: 9.09495e-13
