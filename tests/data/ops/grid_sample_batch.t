# Each image has a grid of its own; a reflection turns round until it is inside, and between two pixels the even one is the nearest.
test run
--- in
"r" = grid_sample(@"x", @"g") {mode=linear, padding_mode=reflection, align_corners=true}
"n" = grid_sample(@"x", @"g") {mode=nearest, padding_mode=border, align_corners=true}
"l" = grid_sample(@"l", @"p") {mode=linear}
output("r", "n", "l")
@"x" = f32[2,1,1,4] [0,1,2,3,10,11,12,13]
@"g" = f32[2,1,3,2] [0,0, 3,0, -4,0, -0.6666666,0, 0.6666667,0, 1,0]
@"l" = f32[2,3] [1,2,3,10,20,30]
@"p" = f32[2,1] [0,0.5]
--- results
r 2,1,1,3: 1.5 0 1.5 10.5 12.5 13
n 2,1,1,3: 2 3 0 11 12 13
l 2,2: 2 2.75 20 27.5
