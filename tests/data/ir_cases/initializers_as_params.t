# Case 25: PARAM contents are the first ones only: nothing is folded.
test optimize
--- in
"x" = input : f32[2,h,w]
"c" = conv("x", @"w") name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y")
@"w" = param f32[2,2,1,1] [1,2,3,4]
@"k" = param f32[2] [10,100]
--- remarks
--- out
same
