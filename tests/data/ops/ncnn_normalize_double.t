# What a layer that divides by nothing passes on keeps its type.
test run
--- in
"x" = identity(@"x")
"y" = ncnn.normalize("x", @"s") {across_spatial=false, across_channel=false}
"h" = cast("x") {to=f16}
"z" = ncnn.normalize("h", @"t") {across_spatial=false, across_channel=false}
output("y", "z")
@"x" = f64[1,2,2] [0.1,-0.2,3,1e4]
@"s" = f64[1] [0.5]
@"t" = f16[1] [0.5]
--- results
y 1,2,2: 0.1 -0.2 3 10000
z 1,2,2: 0.0999756 -0.199951 3 10000
