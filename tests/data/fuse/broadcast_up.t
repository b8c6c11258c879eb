# The convolution is smaller than what is added to it.
test fuse
--- in
"x" = input : f32[8,1,1]
"z" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") name="conv1"
"b" = ncnn.bias("a", @"v") name="bias1"
%900 = ncnn.align("b", "z")
%901 = ncnn.align("z", "b")
"y" = add(%900, %901) name="y"
output("y")
@"conv1.w" = f32[8,8,1,1] seed 1
@"v" = f32[8] seed 9
--- tvm
conv1(anchor) bias1(point): x -> b; 64 bytes less: elementwise on the output of a conv
y(point): b z -> y: it is a result
--- full
conv1(anchor) bias1(point): x -> b; 64 bytes less: epilogue
y(point): b z -> y: there are more results than elements of the value, which would be computed again for each
--- refused
epilogue: bias1, y: there are more results than elements of the value, which would be computed again for each
