# Not merged: the first is needed anyway.
test pass merge_slices
--- in
"x" = input : f32[4,10,12]
"a" = ncnn.crop("x") {starts=[2], ends=[9], axes=[1]} name="crop1"
"b" = ncnn.crop("a") {starts=[1], ends=[3], axes=[0]} name="crop2"
output("b", "a")
--- remarks
missed: merge_slices: crop1 + crop2: the output in between is a result of the network
--- out
same
