# Not a softmax while the rank is not known.
test pass recognise_softmax
--- in
"x" = input : f32[?]
"m" = reduce("x") {op=max, reduce_all=0, axes=[-1], keepdims=1} name="max1"
"d" = sub("x", "m") {align=late} name="sub1"
"e" = exp("d") name="exp1"
"s" = reduce("e") {op=sum, reduce_all=0, axes=[-1], keepdims=1} name="sum1"
"y" = div("e", "s") {align=late} name="div1"
output("y")
--- remarks
missed: recognise_softmax: div1: not made a softmax with what is before it: the rank of its input is not known
--- out
same
