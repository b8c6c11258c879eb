# Once a number, it goes into the convolution.
test optimize
--- in
"x" = input {rank=3} : f32[_,_,_]
"k" = constant(@"k") name="mem1"
"c" = conv("x", @"w", @"b") name="conv1"
%900 = ncnn.align("k", "c")
%901 = ncnn.align("c", "k")
"y" = mul(%900, %901) name="mul1"
output("y")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[1] [10]
--- remarks
fired: scalar_operands: mul1 -> mul1 (mul), the constant 10 becomes a scalar
fired: fold_affine: conv1 + mul1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
output("y")
@"w" = f32[2,1,1,1] [20,-30]
@"b" = f32[2] [10,100]
