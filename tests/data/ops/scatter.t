# Two updates of one place have their turn in order.
test run
--- in
"x" = input : f32[2,3]
"s" = scatter_elements("x", @"at", @"ones") {axis=1, reduction=add}
"d" = scatter_nd("x", @"places", @"two")
output("s", "d")
@"at" = i64[2,2] [2,2,0,-1]
@"ones" = f32[2,2] [1,1,1,1]
@"places" = i64[2,2] [0,2,1,-3]
@"two" = f32[2] [7,8]
--- feed
x 2,3
--- results
s 2,3: 0.992 -1.6 2.092 -0.61 0.624 -0.568
d 2,3: 0.992 -1.6 7 8 0.624 -1.568
