# A factor for each channel does not fit.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
%900 = ncnn.align("a", @"k")
%901 = ncnn.align(@"k", "a")
"p" = mul(%900, %901) name="mul1"
"y" = add("p", "b") name="add1"
output("y")
@"k" = f32[2] [2,3]
--- remarks
--- out
same
