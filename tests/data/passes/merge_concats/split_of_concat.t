# The cuts are those of the concat, though h is not known.
test pass merge_concats
--- in
"x" = input {rank=2} : f32[h,3]
"y" = input {rank=2} : f32[h,3]
"a" = tanh("x") name="tanh1"
"b" = tanh("y") name="tanh2"
"c" = concat("a", "b") name="concat1"
"p", "q" = ncnn.split("c") {slices=[-233,-233]} name="split1"
output("p", "q", "c")
--- remarks
fired: merge_concats: concat1 + split1 removed
--- out
"x" = input {rank=2} : f32[h,3]
"y" = input {rank=2} : f32[h,3]
"p" = tanh("x") name="tanh1" : f32[h,3]
"q" = tanh("y") name="tanh2" : f32[h,3]
"c" = concat("p", "q") name="concat1" : f32[2*h,3]
output("p", "q", "c")
