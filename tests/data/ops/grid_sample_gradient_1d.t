# One axis, held at the border; no axis of images.
test run
--- in
"x" = input : f32[3,9]
"g" = input : f32[7,1]
"two" = mul("g", @"factor")
"dy" = input : f32[3,7]
"a", "b" = grid_sample_gradient("x", "two", "dy") {padding_mode=border, align_corners=true}
output("a", "b")
@"factor" = f32[] [1.7]
--- feed
x 3,9
g 7,1
dy 3,7
--- results
a 3,9: -0.47 0 0.867878 0.0910496 0.303072 0 -0.118142 0.759816 0.222326 0.792 0 1.67057 0.118205 -0.0587776 0 -0.157262 -2.47645 -2.31429 -1.01 0 -0.36503 0.0149728 0.472058 0 0.174214 1.39157 -1.04379
b 7,1: -22.4442 -4.65368 -0.670736 1.9448 0 0 0
