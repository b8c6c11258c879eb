# Not moved: a corner of the border is more than the kernel.
test pass sink_affine
--- in
"x" = input : f32[2,6,6]
"a" = ncnn.power("x") {scale=0.001, shift=1000} name="power"
"p" = pad("a") {pads=[0,1,1,0,4,4]} name="pad"
"y" = conv("p", @"w", @"b") name="conv"
output("y")
@"w" = f32[2,2,3,3] seed 1
@"b" = f32[2] [0.00001,0]
--- remarks
missed: sink_affine: power + pad: not moved down to the weights: a window may have more padding than input, and terms would cancel there
--- out
same
