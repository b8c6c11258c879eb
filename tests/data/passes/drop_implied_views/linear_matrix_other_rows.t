# Rows of another length: flattened anyway.
test pass drop_implied_views
--- in
"x" = input : f32[2,3]
"f" = reshape("x") {shape=[-1]} name="flatten1"
%950 = ncnn.as_rows("f") {ic=6}
"y" = linear(%950, @"w") name="fc1"
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
--- remarks
fired: drop_implied_views: flatten1 + fc1 -> fc1 (linear)
--- out
"x" = input : f32[2,3]
%0 = reshape("x") {shape=[-1]} name="fc1" : f32[6]
"y" = linear(%0, @"w") name="fc1" : f32[2]
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
