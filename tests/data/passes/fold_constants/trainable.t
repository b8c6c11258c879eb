# A PARAM has its content only until somebody trains it.
test pass fold_constants
--- in
"x" = input : f32[2]
"t" = mul(@"a", @"two") name="mul1"
"y" = add("x", "t") name="add1"
output("y")
@"a" = param f32[2] [1,2]
@"two" = f32[] [2]
--- remarks
--- out
same
