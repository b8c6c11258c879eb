# A value for each channel: numbers of ncnn.
test run
--- in
"x" = input name="x"
"y" = ncnn.padding("x", @"v") {top=1, right=1} name="l"
output("y")
@"v" = f32[2] [1,2]
--- feed
x 2,2,3
--- results
y 2,3,4: 1 1 1 1 0.992 -1.6 0.092 1 -1.61 0.624 -1.568 1 2 2 2 2 -0.452 -1.1 0.16 2 1.786 -1.174 1.36 2
