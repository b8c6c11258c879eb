# Where the largest elements stand, counted through all of x, rows or columns first; of a window in pads alone -1. Numbers of ONNX Runtime.
test run
--- in
"x" = input : f32[2,1,3,4]
"a", "i" = max_pool("x") {kernel=[2,2], stride=[1,2]}
"b", "k" = max_pool("x") {kernel=[2,2], stride=[1,2], storage_order=column_major}
"c", "m" = max_pool("x") {kernel=[1,1], stride=[2,3], pad_begin=[0,1]}
output("a", "i", "k", "m")
--- feed
x 2,1,3,4
--- results
a 2,1,2,2: 0.992 0.092 1.786 1.36 0.844 0.81 0.844 -0.204
i 2,1,2,2: 0 2 9 11 17 14 17 23
k 2,1,2,2: 0 6 5 11 16 18 16 23
m 2,1,2,2: -1 2 -1 10 -1 14 -1 22
