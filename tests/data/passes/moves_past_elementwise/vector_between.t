# Not merged: a vector has its own place.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = mul("a", @"k") name="mul1"
"b" = ncnn.permute("r") {order_type=4} name="permute2"
output("b")
@"k" = f32[2] [1,2]
--- remarks
--- out
same
