# A number that no half can hold.
test error
--- in
"x" = input : f32[3]
"y" = add("x", @"k")
output("y")
@"k" = f16(f32)[1] [70000]
--- error
E_UNSUPPORTED: in:4:21: 70000 at [0] does not fit half precision, at most 65504 does
