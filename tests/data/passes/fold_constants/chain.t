# (1 2) + (3 4), times 2.
test pass fold_constants
--- in
"x" = input : f32[2]
"a" = constant(@"a") name="mem1"
"b" = constant(@"b") name="mem2"
"s" = add("a", "b") name="add1"
"t" = mul("s", @"two") name="mul1"
"y" = add("x", "t") name="add2"
output("y")
@"a" = f32[2] [1,2]
@"b" = f32[2] [3,4]
@"two" = f32[] [2]
--- remarks
fired: fold_constants: add1 -> add1 (constant)
fired: fold_constants: mul1 -> mul1 (constant)
--- out
"x" = input : f32[2]
"t" = constant(@%0) name="mul1" : f32[2]
"y" = add("x", "t") name="add2" : f32[2]
output("y")
@%0 = f32[2] [8,12]
