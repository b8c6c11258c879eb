# A nearest pixel stays the nearest when positions move by little.
test run
--- in
"x" = input : f32[2,3,5,7]
"g" = input : f32[2,3,3,2]
"two" = mul("g", @"factor")
"dy" = input : f32[2,3,3,3]
"a", "b" = grid_sample_gradient("x", "two", "dy") {mode=nearest, padding_mode=border}
output("a", "b")
@"factor" = f32[] [1.7]
--- feed
x 2,3,5,7
g 2,3,3,2
dy 2,3,3,3
--- results
a 2,3,5,7: -1.71 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1.794 0 0 0 0 0 0 0 0.278 0 0 0 -1.28 0 0 0 0 -0.992 -0.996 1.154 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.576 0 0 0 0 0 0 0 0.494 0 0 0 -4.572
b 2,3,3,2: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
