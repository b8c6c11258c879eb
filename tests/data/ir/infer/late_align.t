# Case 11: ncnn pairs a vector with the first axis if the sizes agree, else with the last. T is not known; 4 is no 257; 257 is.
test infer
--- in
"x" = input : f32[t,257]
"y" = input : f32[4,257]
"z" = input : f32[257,257]
%900 = ncnn.align("x", @"k")
%901 = ncnn.align(@"k", "x")
"a" = add(%900, %901)
%902 = ncnn.align("y", @"k")
%903 = ncnn.align(@"k", "y")
"b" = add(%902, %903)
%904 = ncnn.align("z", @"k")
%905 = ncnn.align(@"k", "z")
"c" = add(%904, %905)
output("a", "b", "c")
@"k" = f32[257] zeros
--- out
"x" = input : f32[t,257]
"y" = input : f32[4,257]
"z" = input : f32[257,257]
%0 = ncnn.align("x", @"k") : f32[t,257]
%1 = ncnn.align(@"k", "x") : f32[t,257]
"a" = add(%0, %1) : f32[t,257]
"b" = add("y", @"k") : f32[4,257]
%2 = unsqueeze(@"k") {axes=[1]} : f32[257,1]
"c" = add("z", %2) : f32[257,257]
output("a", "b", "c")
@"k" = f32[257] ...
