# Not merged: something else reads the first crop, so that it stays.
test pass merge_slices
--- in
"x" = input : f32[4,10,12]
"a" = ncnn.crop("x") {starts=[2], ends=[9], axes=[1]} name="crop1"
"b" = ncnn.crop("a") {starts=[1], ends=[3], axes=[0]} name="crop2"
"c" = ncnn.crop("a") {starts=[1], ends=[3], axes=[1]} name="crop3"
"d" = relu("a") name="relu1"
output("b", "c", "d")
--- remarks
missed: merge_slices: crop1 + crop2: the output in between has another reader: relu1
--- out
same
