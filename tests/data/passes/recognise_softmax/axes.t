# Not a softmax: two axes; and different axes.
test pass recognise_softmax
--- in
"x" = input : f32[3,4,5]
"m" = reduce("x") {op=max, axes=[1,2]} name="max1"
"d" = sub("x", "m") name="sub1"
"e" = exp("d") name="exp1"
"s" = reduce("e") {axes=[1,2]} name="sum1"
"y" = div("e", "s") name="div1"
"m2" = reduce("x") {op=max, axes=[1,2]} name="max2"
"d2" = sub("x", "m2") name="sub2"
"e2" = exp("d2") name="exp2"
"s2" = reduce("e2") {axes=[2]} name="sum2"
"y2" = div("e2", "s2") name="div2"
output("y", "y2")
--- remarks
missed: recognise_softmax: div2: not made a softmax with what is before it: the maximum and the sum do not go over the same single axis
missed: recognise_softmax: div1: not made a softmax with what is before it: the maximum and the sum do not go over the same single axis
--- out
same
