# Only an axis of size 1 changes places, so the elements stay in order. The width stays the width.
test pass merge_transposes
--- in
"x" = input {rank=3} : f32[1,h,w]
"a" = ncnn.permute("x") {order_type=2} name="permute1"
output("a")
--- remarks
fired: merge_transposes: permute1 -> permute1 (reshape)
--- out
"x" = input {rank=3} : f32[1,h,w]
"a" = reshape("x") {shape=[-1,1,"x.2"]} name="permute1" : f32[h,1,w]
output("a")
