# The two least along an axis.
test run
--- in
"x" = input : f32[2,3]
"v", "i" = top_k("x", @"k") {axis=1, largest=false}
output("v", "i")
@"k" = i64[1] [2]
--- feed
x 2,3
--- results
v 2,2: -1.6 0.092 -1.61 -1.568
i 2,2: 1 2 0 2
