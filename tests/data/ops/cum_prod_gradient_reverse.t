# From the last element to the first, along the last axis and the first one; with zeros.
test run
--- in
"dy" = input : f32[2,5]
"a" = cum_prod_gradient("dy", @"x") {axis=1, reverse=true}
"b" = cum_prod_gradient("dy", @"x") {axis=0, reverse=true, exclusive=true}
output("a", "b")
@"x" = f32[2,5] [2,0,-0.5,3,1.5,-1,0,4,0,7]
--- feed
dy 2,5
--- results
a 2,5: 0 -0.864 0.414 -2.484 -4.344 0 0 0 -29.68 1.786
b 2,5: 0 0 0 0 0 0.992 -1.6 0.092 -1.61 0.624
