# Not a softmax while the rank is not known.
test pass recognise_softmax
--- in
"x" = input : f32[?]
"m" = ncnn.reduction("x") {operation=max, reduce_all=false, axes=[-1], keepdims=true} name="max1"
%900 = ncnn.align("x", "m")
%901 = ncnn.align("m", "x")
"d" = sub(%900, %901) name="sub1"
"e" = exp("d") name="exp1"
"s" = ncnn.reduction("e") {reduce_all=false, axes=[-1], keepdims=true} name="sum1"
%902 = ncnn.align("e", "s")
%903 = ncnn.align("s", "e")
"y" = div(%902, %903) name="div1"
output("y")
--- remarks
--- out
same
