# Room for one label, one step.
test run
--- in
"x" = input : f32[1,3,3]
"dy" = input : f32[3]
"a" = ctc_loss("x", @"t")
"b" = ctc_loss_gradient("dy", "x", @"t")
output("a", "b")
@"t" = i32[3,1] [2,-1,1]
--- feed
x 1,3,3
dy 3
--- results
a 3: -0.092 1.61 1.1
b 1,3,3: 0 0 -1.786 1.174 0 0 0 -1.36 0
