# Case 14: rows of exactly as many elements as the inner product has inputs can only be one row here; but it would give a matrix of one row.
test pass drop_view_before_linear
--- in
"x" = input : f32[1,3]
"f" = flatten("x") name="flatten1"
"y" = linear("f", @"w") name="fc1"
output("y")
@"w" = f32[2,3] [1,2,3,4,5,6]
--- remarks
missed: drop_view_before_linear: flatten1 + fc1: not removed: the rows of its input are not proved to be of another length than the linear has inputs
--- out
same
