# Not merged: the second leaves one channel over.
test pass merge_slices
--- in
"x" = input : f32[4,4]
"p", "q" = split("x") {sizes=[1,3]} name="split1"
"r", "s" = ncnn.split("q") {slices=[1,1]} name="split2"
output("p", "r", "s")
--- remarks
--- out
same
