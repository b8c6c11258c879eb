# Two equal labels need a blank between them, so three steps: there is no way in two. Nothing at all
# is spelled by blanks alone.
test run
--- in
"y" = ctc_loss(@"x", @"t")
"g" = ctc_loss_gradient(@"dy", @"x", @"t")
output("y", "g")
@"x" = f32[2,2,2] [-0.5,-1,-0.25,-1,-2,-3,-0.75,-4]
@"t" = i32[2,2] [1,1,-1,-1]
@"dy" = f32[2] [1,2]
--- results
y 2: inf 1
g 2,2,2: 0 0 -2 0 0 0 -2 0
