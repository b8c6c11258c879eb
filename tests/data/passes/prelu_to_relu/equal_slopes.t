# Two channels with equal slopes are one relu.
test pass prelu_to_relu
--- in
"x" = input : f32[2,_,_]
"y" = prelu("x", @"slope") name="prelu1"
output("y")
@"slope" = f32[2,1,1] [0.25,0.25]
--- remarks
fired: prelu_to_relu: prelu1 -> prelu1 (leaky_relu)
--- out
"x" = input : f32[2,_,_]
"y" = leaky_relu("x") {alpha=0.25} name="prelu1" : f32[2,"x".1,"x".2]
output("y")
