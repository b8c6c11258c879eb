# A window of even size reaches one channel further behind; ncnn's takes in one more in front, and divides by its size all the same.
test run
--- in
"e" = lrn(@"x") {axis=0, size=2, alpha=2, beta=1}
"n" = ncnn.lrn(@"x") {local_size=2, alpha=2, beta=1}
"i" = lrn(@"b") {size=3, alpha=3, beta=1}
output("e", "n", "i")
@"x" = f32[3,1,1] [1,2,3]
@"b" = f32[2,2,1,1] [1,2,3,4]
--- results
e 3,1,1: 0.166667 0.142857 0.3
n 3,1,1: 0.166667 0.133333 0.214286
i 2,2,1,1: 0.166667 0.333333 0.115385 0.153846
