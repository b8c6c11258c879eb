# Of rank 4 the first plane of each channel.
test run
--- in
"x" = constant(@"c") name="x"
"y" = ncnn.as_image("x") name="l"
output("y")
@"c" = f32[2,2,1,2] [1,2,3,4,5,6,7,8]
--- results
y 2,1,2: 1 2 5 6
