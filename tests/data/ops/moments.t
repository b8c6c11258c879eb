# mean and variance of each channel, far from 0, too
test run
--- in
"x" = input : f32[3,5,7,3]
"far" = add("x", @"c")
"m", "v" = moments("x") {axis=1} name="l"
"n", "u" = moments("far") {axis=3} name="k"
output("m", "v", "n", "u")
@"c" = f32[3] [0,100,-1000]
--- feed
x 3,5,7,3
--- results
m 5: -0.111841 0.123905 -0.12019 -0.16527 -0.117714
v 5: 1.20027 0.9977 1.05223 1.34908 1.28397
n 3: -0.278705 99.9747 -999.931
u 3: 1.06412 1.11569 1.31709
