# The same spread over its row.
test fuse
--- in
"x" = input : f32[64,64]
"m" = reduce("x") {op=max, axes=[1], keepdims=false} name="max"
%900 = ncnn.align("x", "m")
%901 = ncnn.align("m", "x")
"y" = sub(%900, %901) name="y"
output("y")
--- tvm
max(reduce): x -> m: a reduction begins no group
y(point): x m -> y: it is a result
--- full
max(reduce) y(point): x -> y; 512 bytes less; rows along axis 1: row
--- refused
