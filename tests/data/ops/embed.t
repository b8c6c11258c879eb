# Ids beyond the table are moved into it.
test run
--- in
"x" = input name="x"
"out" = ncnn.embed("x", @"l.weight", @"l.bias") name="l"
output("out")
@"l.weight" = f32[3,2] [1,2,3,4,5,6]
@"l.bias" = f32[2] [10,20]
--- feed
x 4 ids 5
--- results
out 4,2: 13 24 11 22 13 24 11 22
