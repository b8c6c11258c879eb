# Labels that repeat, one that ends at 0, one that there are too few steps for, as many as there is
# room for.
test run
--- in
"x" = input : f32[5,4,7]
"dy" = input : f32[4]
"a" = ctc_loss("x", @"t")
"b" = ctc_loss_gradient("dy", "x", @"t")
output("a", "b")
@"t" = i64[4,5] [1,1,2,-1,-1,-1,0,1,0,2,6,6,6,6,-1,5,4,3,2,1]
--- feed
x 5,4,7
dy 4
--- results
a 4: -0.92874 -1.246 inf 0.5744
b 5,4,7: -0.154023 -0.0799772 0 0 0 0 0 -1.036 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.2784 0 -0.0684455 -0.165555 0 0 0 0 0 -1.036 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.2784 0 0 -0.177581 -0.0564191 0 0 0 0 0 -1.036
