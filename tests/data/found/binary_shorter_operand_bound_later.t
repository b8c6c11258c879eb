# What binds the size comes after the operator that meets it with a smaller number.
test optimize
--- in
"y" = input : f32[9,3]
"x" = input : f32[_,_,_]
"m" = mul("x", "y") {align=late} name="mul1"
"s" = scale("x", @"k") {axis=1} name="scale1"
output("s", "m")
@"k" = f32[6] [1,2,3,4,5,6]
--- out
same
