# Two crops are all of x, but crops of other axes alone read them: two crops of x are less than a split
# and two crops.
test pass merge_slices for=onnx13
--- in
"x" = input : f32[4,10,_]
"a" = slice("x") {starts=["0"], ends=["5"], axes=[1]} name="crop1"
"b" = slice("x") {starts=["5"], ends=["10"], axes=[1]} name="crop2"
"c" = slice("a") {starts=["0"], ends=["-1"], axes=[2]} name="crop3"
"d" = slice("b") {starts=["1"], ends=["2147483647"], axes=[2]} name="crop4"
output("c", "d")
--- remarks
fired: merge_slices: crop1 + crop3 -> crop1 (slice)
fired: merge_slices: crop2 + crop4 -> crop2 (slice)
--- out
"x" = input : f32[4,10,_]
"c" = slice("x") {starts=[0,0], ends=[5,-1], axes=[1,2]} name="crop1" : f32[4,5,"x".2-1]
"d" = slice("x") {starts=[5,1], ends=[10,2147483647], axes=[1,2]} name="crop2" : f32[4,5,"x".2-1]
output("c", "d")
