# Case 14: rows of exactly as many elements as the inner product has inputs can only be one row here; but it would give a matrix of one row.
test pass drop_implied_views
--- in
"x" = input : f32[1,3]
"f" = reshape("x") {shape=[-1]} name="flatten1"
%950 = ncnn.as_rows("f") {ic=3}
"y" = linear(%950, @"w") name="fc1"
output("y")
@"w" = f32[2,3] [1,2,3,4,5,6]
--- remarks
missed: drop_implied_views: flatten1 + fc1: not removed: the rows of its input are not proved to be of another length than the linear has inputs
--- out
same
