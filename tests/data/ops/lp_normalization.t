# Lines along axis 1: 3 and 4 over 5; 0 stays 0. Magnitudes: over 7.
test run
--- in
"x" = constant(@"x")
"l2" = lp_normalization("x") {axis=1}
"l1" = lp_normalization("x") {axis=1, p=1}
output("l2", "l1")
@"x" = f32[2,2] [3,-4,0,0]
--- results
l2 2,2: 0.6 -0.8 0 0
l1 2,2: 0.428571 -0.571429 0 0
