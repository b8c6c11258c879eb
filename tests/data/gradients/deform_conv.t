# by x, offsets, mask, weight and bias; groups of both kinds, pads, steps; places within and outside; one axis
test gradient -0.9..0.9
--- in
"x" = input : f64[2,4,5,4]
"o" = input : f64[2,8,3,4]
"m" = input : f64[2,4,3,4]
"y" = input : f64[2,6]
"p" = input : f64[3,4]
"p3" = mul("p", @"three")
"a" = deform_conv("x", "o", "m", @"w", @"b") {axis=1, group=2, offset_group=2, stride=[2,1], pad_begin=[1,0], pad_end=[0,0], dilation=[1,1]}
"c" = deform_conv("y", "p3", _, @"v") {nd=1}
"s" = square("a")
output("s", "c")
@"w" = f64[6,2,2,1] seed 1
@"b" = f64[6] seed 2
@"v" = f64[2,2,3] seed 3
@"three" = f64[] [3]
