# What they compute: row 0 of space over 5 times 2, row 1 over 13 times 3; of one channel alone signs; without eps 0 over 0 is NaN.
test run
--- in
"x" = constant(@"x")
"v" = constant(@"v")
"z" = constant(@"z")
"b" = ncnn.normalize("x", @"s") {across_spatial=true, across_channel=false, eps=1e-9}
"e" = ncnn.normalize("v", @"s") {eps=1e-9}
"g" = ncnn.normalize("z", @"s") {across_spatial=true, across_channel=false, eps=0}
"n" = is_nan("g")
output("b", "e", "n")
@"s" = f32[2] [2,3]
@"z" = f32[2,1,2] [0,0,3,4]
@"x" = f32[2,1,2] [3,4,5,12]
@"v" = f32[2] [-7,9]
--- results
b 2,1,2: 1.2 1.6 1.15385 2.76923
e 2: -2 2
n 2,1,2: 1 1 0 0
