# Over the last axis with the axes kept, over the last without, and of a vector.
test pass recognise_softmax
--- in
"x" = input : f32[3,h,w]
"v" = input : f32[n]
"m" = reduce("x") {op=max, reduce_all=0, axes=[1], keepdims=1} name="max1"
"d" = sub("x", "m") name="sub1"
"e" = exp("d") name="exp1"
"s" = reduce("e") {op=sum, reduce_all=0, axes=[1], keepdims=1} name="sum1"
"y" = div("e", "s") name="div1"
"m2" = reduce("y") {op=max, reduce_all=0, axes=[-1]} name="max2"
"d2" = sub("y", "m2") {align=late} name="sub2"
"e2" = exp("d2") name="exp2"
"s2" = reduce("e2") {op=sum, reduce_all=0, axes=[-1]} name="sum2"
"r2" = reciprocal("s2") name="rec2"
"y2" = mul("r2", "e2") {align=late} name="mul2"
"m3" = reduce("v") {op=max} name="max3"
"d3" = sub("v", "m3") {align=late} name="sub3"
"e3" = exp("d3") name="exp3"
"s3" = reduce("e3") {op=sum} name="sum3"
"y3" = div("e3", "s3") {align=late} name="div3"
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
