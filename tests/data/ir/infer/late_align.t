# Case 11: ncnn pairs a vector with the first axis if the sizes agree, else with the last. T is not known; 4 is no 257; 257 is.
test infer
--- in
"x" = input : f32[t,257]
"y" = input : f32[4,257]
"z" = input : f32[257,257]
"a" = add("x", @"k") {align=late}
"b" = add("y", @"k") {align=late}
"c" = add("z", @"k") {align=late}
output("a", "b", "c")
@"k" = f32[257] zeros
--- out
"x" = input : f32[t,257]
"y" = input : f32[4,257]
"z" = input : f32[257,257]
"a" = add("x", @"k") {align=late} : f32[t,257]
"b" = add("y", @"k") : f32[4,257]
"c" = add("z", @"k") {align=left} : f32[257,257]
output("a", "b", "c")
@"k" = f32[257] ...
