# Together they do nothing: 5 - (5 - x).
test pass merge_affine
--- in
"x" = input : f32[?]
"t" = tanh("x") name="tanh1"
"a" = sub(@"five", "t") name="sub1"
"y" = sub(@"five", "a") name="sub2"
output("y")
@"five" = f32[] [5]
--- remarks
fired: merge_affine: sub1 + sub2 removed
--- out
"x" = input : f32[?]
"y" = tanh("x") name="tanh1" : f32[?]
output("y")
