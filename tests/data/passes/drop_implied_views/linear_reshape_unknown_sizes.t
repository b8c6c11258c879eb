# Rank 3 is enough.
test pass drop_implied_views
--- in
"x" = input {rank=3} : f32[_,_,_]
"f" = reshape("x") {shape=[-1]} name="reshape1"
%950 = ncnn.as_rows("f") {ic=4}
"y" = linear(%950, @"w") name="fc1"
output("y")
@"w" = f32[2,4] [1,2,3,4,5,6,7,8]
--- norun
No search for sizes finds three whose product is 4.
--- remarks
fired: drop_implied_views: reshape1 + fc1 -> fc1 (linear)
--- out
"x" = input {rank=3} : f32[_,_,_]
%0 = reshape("x") {shape=[-1]} name="fc1" : f32["x".0*"x".1*"x".2]
"y" = linear(%0, @"w") name="fc1" : f32[2]
output("y")
@"w" = f32[2,4] [1,2,3,4,5,6,7,8]
