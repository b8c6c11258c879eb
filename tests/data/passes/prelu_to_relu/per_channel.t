# A slope for each channel is no relu.
test pass prelu_to_relu
--- in
"x" = input : f32[2,_,_]
"y" = prelu("x", @"slope") name="prelu1"
output("y")
@"slope" = f32[2,1,1] [0.25,0.5]
--- remarks
missed: prelu_to_relu: prelu1: not made a relu: its slopes differ
--- out
same
