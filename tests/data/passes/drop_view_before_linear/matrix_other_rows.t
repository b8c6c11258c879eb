# Rows of another length: flattened anyway.
test pass drop_view_before_linear
--- in
"x" = input : f32[2,3]
"f" = flatten("x") name="flatten1"
"y" = linear("f", @"w") name="fc1"
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
--- remarks
fired: drop_view_before_linear: flatten1 + fc1 -> fc1 (linear)
--- out
"x" = input : f32[2,3]
"y" = linear("x", @"w") {flatten=all} name="fc1" : f32[2]
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
