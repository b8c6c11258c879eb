# What ncnn computes with more factors than channels.
test run
--- in
"x" = input : f32[2,1,2]
"f" = input : f32[3]
"y" = ncnn.scale("x", @"s") name="s"
"z" = ncnn.scale("x", "f") name="z"
"b" = ncnn.bias("x", @"s") name="b"
"v" = input : f32[2]
"w" = ncnn.bias("v", @"s") name="w"
output("y", "z", "b", "w")
@"s" = f32[3] [1,10,100]
--- feed
x 2,1,2
f 3
v 2
--- results
y 2,1,2: 0.992 -1.6 0.92 -16.1
z 2,1,2: 0.619008 -0.9984 -0.144256 2.52448
b 2,1,2: 1.992 -0.6 10.092 8.39
w 2: -0.1 1.16
