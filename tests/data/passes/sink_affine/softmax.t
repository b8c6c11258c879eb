# A summand that is the same for a whole line does nothing to its softmax ...
test pass sink_affine
--- in
"x" = input : f32[2,_]
%900 = ncnn.align("x", @"t")
%901 = ncnn.align(@"t", "x")
"y" = add(%900, %901) name="add1"
"z" = softmax("y") {axis=1} name="softmax1"
output("z")
@"t" = f32[2] [1,5]
--- remarks
fired: sink_affine: add1 + softmax1 -> softmax1 (softmax)
--- out
"x" = input : f32[2,_]
"z" = softmax("x") {axis=1} name="softmax1" : f32[2,"x".1]
output("z")
