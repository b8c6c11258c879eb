# Case 27: nobody knows what a MemoryData without sizes holds.
test pass fold_constants
--- in
"x" = input : f32[2]
"m" = constant(@"a") name="mem1"
"t" = neg("m") name="neg1"
"y" = add("x", "t") name="add1"
output("y")
@"a" = f32[1] undefined
--- norun
What is undefined cannot be run.
--- remarks
--- out
same
