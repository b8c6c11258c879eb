# mean and variance of each channel, of those of equal parts: the same as of all at once
test run
--- in
"x" = input : f32[3,2,7,3]
"a", "b", "c" = split("x") {axis=0,sizes=[1,1,1]}
"ma", "va" = moments("a") {axis=1}
"mb", "vb" = moments("b") {axis=1}
"mc", "vc" = moments("c") {axis=1}
"ma2" = reshape("ma") {shape=["1","2"]}
"mb2" = reshape("mb") {shape=["1","2"]}
"mc2" = reshape("mc") {shape=["1","2"]}
"va2" = reshape("va") {shape=["1","2"]}
"vb2" = reshape("vb") {shape=["1","2"]}
"vc2" = reshape("vc") {shape=["1","2"]}
"ms" = concat("ma2", "mb2", "mc2") {axis=0}
"vs" = concat("va2", "vb2", "vc2") {axis=0}
"m", "v" = merge_moments("ms", "vs") name="l"
"n", "u" = moments("x") {axis=1} name="k"
output("m", "v", "n", "u")
--- feed
x 3,2,7,3
--- results
m 2: -0.186159 -0.0359683
v 2: 1.07754 1.35232
n 2: -0.186159 -0.0359683
u 2: 1.07754 1.35232
