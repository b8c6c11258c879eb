# 12 elements are no 5 times 2.
test error
--- in
"x" = input : f32[3,4]
"y" = reshape("x") {shape=[5,2]} name="reshape1"
output("y")
--- error
E_SHAPE: reshape 'reshape1': 3,4 (12 elements) cannot be shaped as 5,2 (10)
