# A reshape to rows: the inner product maps each of them.
test pass drop_view_before_linear
--- in
"x" = input : f32[2,3,2]
"f" = reshape("x") {dims=[2,6]} name="reshape1"
"y" = linear("f", @"w") name="fc1"
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
--- remarks
--- out
same
