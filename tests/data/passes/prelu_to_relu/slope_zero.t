# A slope of 0 makes NaN of -inf, a relu makes 0 of it.
test pass prelu_to_relu
--- in
"x" = input : f32[?]
"y" = prelu("x", @"slope") name="prelu1"
output("y")
@"slope" = f32[1] [0]
--- remarks
missed: prelu_to_relu: prelu1: not made a relu: its slope is 0, with which it makes NaN of -inf
--- out
same
