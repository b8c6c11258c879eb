# Dropout at inference does nothing, unless it scales.
test pass drop_identities
--- in
"x" = input : f32[?]
"t" = tanh("x") name="tanh1"
"d" = dropout("t") name="drop1"
"y" = ncnn.dropout("d") {scale=0.5} name="drop2"
output("y")
--- remarks
fired: drop_identities: drop1 removed
--- out
"x" = input : f32[?]
"t" = tanh("x") name="tanh1" : f32[?]
"y" = mul("t", @%0) name="drop2" : f32[?]
output("y")
@%0 = f32[] [0.5]
