# Not a softmax: the sum has a factor.
test pass recognise_softmax
--- in
"x" = input : f32[3,4]
"m" = reduce("x") {op=max, axes=[1]} name="max1"
"d" = sub("x", "m") name="sub1"
"e" = exp("d") name="exp1"
"s" = ncnn.reduction("e") {reduce_all=false, coeff=2, axes=[1], keepdims=true} name="sum1"
"y" = div("e", "s") name="div1"
output("y")
--- remarks
--- out
same
