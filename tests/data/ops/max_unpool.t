# Elements go back to where they were the largest; with output_shape into what was pooled.
test run
--- in
"x" = input : f32[1,2,4,5]
"y", "i" = max_pool("x") {kernel=[2,2], stride=[2,2]}
"a" = max_unpool("y", "i", @"shape") {kernel=[2,2], stride=[2,2]}
"b" = max_unpool(@"v", @"at") {nd=1, kernel=[3], stride=[2], pad_begin=[1], pad_end=[1]}
output("a", "b")
@"shape" = i64[4] [1,2,4,5]
@"v" = i32[2,3] [1,2,3,4,5,6]
@"at" = i64[2,3] [0,3,4,5,6,9]
--- feed
x 1,2,4,5
--- results
a 1,2,4,5: 0.992 0 0 0 0 0 0 0 0.16 0 0 1.36 0 0 0 0 0 0.844 0 0 0 -0.3 0 0 0 0 0 0 0.464 0 0 0 1.796 0 0 1.832 0 0 0 0
b 2,5: 1 0 0 2 3 4 5 0 0 6
