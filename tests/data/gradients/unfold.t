# windows as columns, with pads of both kinds, steps and gaps
test gradient
--- in
"x" = input : f64[2,3,5,6]
"a" = unfold("x") {axis=1, kernel=[3,2], stride=[2,1], pad_begin=[1,0], pad_end=[0,1], pad_value=2}
"b" = unfold("x") {axis=1, kernel=[2,3], dilation=[2,1], stride=[2,3]}
"c" = unfold("x") {axis=1, kernel=[2,3], stride=[2,2], pad_mode=same_upper}
"s" = square("a")
output("s", "b", "c")
