# ... and does along it.
test pass sink_affine
--- in
"x" = input : f32[2,_]
%900 = ncnn.align("x", @"t")
%901 = ncnn.align(@"t", "x")
"y" = add(%900, %901) name="add1"
"z" = softmax("y") {axis=0} name="softmax1"
output("z")
@"t" = f32[2] [1,5]
--- remarks
missed: sink_affine: add1 + softmax1: not moved down to the weights: the summands run along its axis
--- out
same
