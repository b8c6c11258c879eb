# A shift alone moves across a sum with anything.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"k" = input : f32[2,_,_]
"y" = add("x", @"s") name="add1"
%900 = ncnn.align("y", "k")
%901 = ncnn.align("k", "y")
"a" = add(%900, %901) name="add2"
"z" = conv("a", @"w") name="conv1"
output("z")
@"s" = f32[] [3]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
fired: sink_affine: add1 + add2 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"k" = input : f32[2,_,_]
%0 = ncnn.align("x", "k") : f32[2,max("k".1,"x".1),max("k".2,"x".2)]
%1 = ncnn.align("k", "x") : f32[2,max("k".1,"x".1),max("k".2,"x".2)]
%2 = add(%0, %1) name="add2" : f32[2,max("k".1,"x".1),max("k".2,"x".2)]
"z" = conv(%2, @"w", @%0) name="conv1" : f32[1,max("k".1,"x".1),max("k".2,"x".2)]
output("z")
@"w" = f32[1,2,1,1] [1,2]
@%0 = f32[1] [9]
