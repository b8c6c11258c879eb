# Channels of an image.
test run
--- in
"x" = input name="x"
"out" = ncnn.bias("x", @"l.bias") name="l"
output("out")
@"l.bias" = f32[2] [10,20]
--- feed
x 2,1,3
--- results
out 2,1,3: 10.992 8.4 10.092 18.39 20.624 18.432
