# Both summands are scaled, the first is shifted.
test pass lift_affine
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1" features=1
"b" = conv("x", @"w", @"b2") name="conv2"
%900 = ncnn.align("a", "b")
%901 = ncnn.align("b", "a")
"c" = add(%900, %901) name="add1"
"y" = batch_normalization("c", @"s", @"t") {epsilon=1} name="sc1" features=2
output("y" as "out")
@"w" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[2] [10,-1]
@"t" = f32[2] [5,7]
--- remarks
fired: lift_affine: conv1 + conv2 + add1 + sc1 -> add1 (add)
--- out
"x" = input : f32[1,_,_]
%0 = conv("x", @%0, @%1) name="conv1" features=3 : f32[2,"x".1,"x".2]
%1 = conv("x", @%2, @"b2") name="conv2" features=2 : f32[2,"x".1,"x".2]
"y" = add(%0, %1) name="add1" : f32[2,"x".1,"x".2]
output("y" as "out")
@%0 = f32[2,1,1,1] [30,-4]
@%1 = f32[2] [5,7]
@%2 = f32[2,1,1,1] [30,-4]
@"b2" = f32[2] [10,-1]
