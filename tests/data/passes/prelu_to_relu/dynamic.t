# A slope that the network computes.
test pass prelu_to_relu
--- in
"x" = input : f32[2,_,_]
"slope" = input : f32[1]
"y" = prelu("x", "slope") name="prelu1"
output("y")
--- remarks
missed: prelu_to_relu: prelu1: not made a relu: its slopes are not constant
--- out
same
