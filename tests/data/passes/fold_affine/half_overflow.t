# 60000 times 2 is no half-precision number: refused, nothing is lost (hole H29).
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w") name="conv1"
"y" = mul("c", @"k") {align=left} name="mul1"
output("y" as "out")
@"w" = f16(f32)[2,1,1,1] [60000,2]
@"k" = f32[2] [2,2]
--- remarks
missed: fold_affine: conv1 + mul1: not folded: 120000 at [0,0,0,0] does not fit half precision, at most 65504 does
--- out
same
