# max and min give their first operand where the other is no number (an average of no element is
# none), and an activation that number.
test pass recognise_activation
--- in
"x" = input : f32[1,2,2]
"p" = average_pool("x") {kernel=[1,2], stride=[2,1], pad_end=[1,0]} name="pool1"
"y" = max(@"zero", "p") name="max1"
output("y")
@"zero" = f32[] [0]
--- out
same
