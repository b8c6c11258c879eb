# Every other element of two axes, one after the other: crops of other axes go together whatever
# their steps and sizes, and the first goes although both crops behind it read it.
test pass merge_slices for=onnx13
--- in
"x" = input : f32[1,3,_,_]
"a" = slice("x") {starts=["1"], ends=["2147483647"], axes=[2], steps=[2]} name="rows"
"b" = slice("a") {starts=["0"], ends=["2147483647"], axes=[3], steps=[2]} name="even"
"c" = slice("a") {starts=["-1"], ends=["-2147483647"], axes=[3], steps=[-2]} name="odd"
output("b", "c")
--- remarks
fired: merge_slices: rows + odd + even -> odd (slice)
--- out
"x" = input : f32[1,3,_,_]
"b" = slice("x") {starts=[1,0], ends=[2147483647,2147483647], axes=[2,3], steps=[2,2]} name="even" : f32[1,3,floordiv("x".2,2),floordiv("x".3+1,2)]
"c" = slice("x") {starts=[1,-1], ends=[2147483647,-2147483647], axes=[2,3], steps=[2,-2]} name="odd" : f32[1,3,floordiv("x".2,2),floordiv("x".3+1,2)]
output("b", "c")
