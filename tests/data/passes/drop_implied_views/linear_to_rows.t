# A reshape to rows: the inner product maps each of them.
test pass drop_implied_views
--- in
"x" = input : f32[2,3,2]
"f" = reshape("x") {shape=[2,6]} name="reshape1"
%950 = ncnn.as_rows("f") {ic=6}
"y" = linear(%950, @"w") name="fc1"
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
--- remarks
--- out
same
