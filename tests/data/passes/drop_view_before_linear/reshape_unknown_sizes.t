# Rank 3 is enough.
test pass drop_view_before_linear
--- in
"x" = input {rank=3} : f32[_,_,_]
"f" = reshape("x") {dims=[-1]} name="reshape1"
"y" = linear("f", @"w") name="fc1"
output("y")
@"w" = f32[2,4] [1,2,3,4,5,6,7,8]
--- norun
No search for sizes finds three whose product is 4.
--- remarks
fired: drop_view_before_linear: reshape1 + fc1 -> fc1 (linear)
--- out
"x" = input {rank=3} : f32[_,_,_]
"y" = linear("x", @"w") {flatten=all} name="fc1" : f32[2]
output("y")
@"w" = f32[2,4] [1,2,3,4,5,6,7,8]
