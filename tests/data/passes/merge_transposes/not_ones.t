# The channels are not proved to be one.
test pass merge_transposes
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = ncnn.permute("x") {order_type=2} name="permute1"
output("a")
--- remarks
--- out
same
