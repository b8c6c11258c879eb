# Windows begin one element further on; offsets reach what lies before.
test run
--- in
"y" = ncnn.deformable_conv(@"x", @"o", @"m", @"w") {pad_begin=[0,-1]}
output("y")
@"x" = f32[1,2,3] [1,2,3,4,5,6]
@"o" = f32[2,2,2] [0,0,0,0,0,-2,-0.5,1]
@"m" = f32[1,2,2] [1,1,1,0.5]
@"w" = f32[1,1,1,1] [10]
--- results
y 1,2,2: 20 10 45 0
