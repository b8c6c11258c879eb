# Constants are made in the type of what they scale.
test pass merge_affine
--- in
"x" = input : f64[2]
"h" = input : f16[2]
"a" = mul("x", @"k") name="a"
"y" = mul("a", @"k") name="y"
"b" = mul("h", @"f") name="b"
"z" = mul("b", @"f") name="z"
"c" = mul("h", @"s") name="c"
"w" = mul("c", @"s") name="w"
output("y", "z", "w")
@"k" = f64[] [0.1]
@"f" = f16[] [0.5]
@"s" = f16[] [0.001]
--- remarks
fired: merge_affine: a + y -> a (mul)
fired: merge_affine: b + z -> b (mul)
missed: merge_affine: c + w: not merged: a factor or shift of both together is out of the range of f16
--- out
"x" = input : f64[2]
"h" = input : f16[2]
"y" = mul("x", @%0) name="a" : f64[2]
"z" = mul("h", @%1) name="b" : f16[2]
"c" = mul("h", @"s") name="c" : f16[2]
"w" = mul("c", @"s") name="w" : f16[2]
output("y", "z", "w")
@%0 = f64[] [0.010000000000000002]
@%1 = f16[] [0.25]
@"s" = f16[] [0.0010004044]
