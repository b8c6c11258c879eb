# Two orders that cancel on every rank: while the rank is not known they are numbers of the format, and stay.
test pass merge_transposes
--- in
"x" = input : f32[?]
"r" = relu("x") name="relu1"
"a" = ncnn.permute("r") {order_type=1} name="permute1"
"b" = ncnn.permute("a") {order_type=1} name="permute2"
output("b")
--- remarks
--- out
same
