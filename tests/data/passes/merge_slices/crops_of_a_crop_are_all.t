# Three crops that are all of a crop are one split of it, not three crops of x.
test pass merge_slices for=onnx13
--- in
"x" = input : f32[4,10]
"a" = slice("x") {starts=["1"], ends=["10"], axes=[1]} name="crop1"
"b" = slice("a") {starts=["0"], ends=["2"], axes=[1]} name="crop2"
"c" = slice("a") {starts=["2"], ends=["4"], axes=[1]} name="crop3"
"d" = slice("a") {starts=["4"], ends=["9"], axes=[1]} name="crop4"
output("b", "c", "d")
--- remarks
fired: merge_slices: crop2 + crop3 + crop4 -> crop2 (split)
--- out
"x" = input : f32[4,10]
"a" = slice("x") {starts=[1], ends=[10], axes=[1]} name="crop1" : f32[4,9]
"b", "c", "d" = split("a") {axis=1, sizes=[2,2,5]} name="crop2" : f32[4,2], f32[4,2], f32[4,5]
output("b", "c", "d")
