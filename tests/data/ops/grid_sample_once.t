# ncnn's reflection turns round once: what is still outside is 0. Between two pixels it takes the latter.
test run
--- in
"r" = ncnn.grid_sample(@"x", @"g") {padding_mode=3, align_corner=true}
"n" = ncnn.grid_sample(@"x", @"h") {sample_type=2, align_corner=true}
output("r", "n")
@"x" = f32[1,1,4] [1,2,3,4]
@"g" = f32[1,3,2] [1.5,0,3,0,5,0]
@"h" = f32[1,2,2] [-0.6666666,0,0,0]
--- results
r 1,1,3: 3.25 1 0
n 1,1,2: 2 3
