# Hole H16: an adaptive pooling to 2x2 has a 1x1 kernel written down.
test pass drop_identities
--- in
"x" = input : f32[2,4,4]
"t" = tanh("x") name="tanh1"
"y" = adaptive_average_pool("t") {out=[2,2]} name="pool1"
output("y")
--- remarks
--- out
same
