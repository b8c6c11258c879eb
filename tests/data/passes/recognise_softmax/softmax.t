# Over the last axis with the axes kept, over the last without, and of a vector.
test pass recognise_softmax
--- in
"x" = input : f32[3,h,w]
"v" = input : f32[n]
"m" = reduce("x") {op=max, axes=[1]} name="max1"
"d" = sub("x", "m") name="sub1"
"e" = exp("d") name="exp1"
"s" = reduce("e") {axes=[1]} name="sum1"
"y" = div("e", "s") name="div1"
"m2" = ncnn.reduction("y") {operation=max, reduce_all=false, axes=[-1]} name="max2"
%900 = ncnn.align("y", "m2")
%901 = ncnn.align("m2", "y")
"d2" = sub(%900, %901) name="sub2"
"e2" = exp("d2") name="exp2"
"s2" = ncnn.reduction("e2") {reduce_all=false, axes=[-1]} name="sum2"
"r2" = reciprocal("s2") name="rec2"
%902 = ncnn.align("r2", "e2")
%903 = ncnn.align("e2", "r2")
"y2" = mul(%902, %903) name="mul2"
"m3" = ncnn.reduction("v") {operation=max} name="max3"
%904 = ncnn.align("v", "m3")
%905 = ncnn.align("m3", "v")
"d3" = sub(%904, %905) name="sub3"
"e3" = exp("d3") name="exp3"
"s3" = ncnn.reduction("e3") name="sum3"
%906 = ncnn.align("e3", "s3")
%907 = ncnn.align("s3", "e3")
"y3" = div(%906, %907) name="div3"
output("y2", "y3")
--- remarks
fired: recognise_softmax: max3 + sub3 + exp3 + sum3 + div3 -> div3 (softmax)
fired: recognise_softmax: max2 + sub2 + exp2 + sum2 + rec2 + mul2 -> mul2 (softmax)
fired: recognise_softmax: max1 + sub1 + exp1 + sum1 + div1 -> div1 (softmax)
--- out
"x" = input : f32[3,h,w]
"v" = input : f32[n]
"y" = softmax("x") {axis=1} name="div1" : f32[3,h,w]
"y2" = softmax("y") {axis=2} name="mul2" : f32[3,h,w]
"y3" = softmax("v") name="div3" : f32[n]
output("y2", "y3")
