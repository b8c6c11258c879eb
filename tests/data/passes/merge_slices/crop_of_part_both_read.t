# Not merged: the other part is read as well.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[8,h,w]
"p", "q" = split("x") {sizes=[4,-1]} name="split1"
"b" = ncnn.crop("q") {starts=[1], ends=[3], axes=[0]} name="crop1"
output("b", "p")
--- remarks
--- out
same
