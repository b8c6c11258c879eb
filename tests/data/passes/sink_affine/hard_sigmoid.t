# The numbers of a hard sigmoid take one map for all in.
test pass sink_affine
--- in
"x" = input : f32[?]
"y" = ncnn.power("x") {scale=2, shift=1} name="pow1"
"z" = hard_sigmoid("y") {alpha=0.25, beta=0.5} name="hs1"
output("z")
--- remarks
fired: sink_affine: pow1 + hs1 -> hs1 (hard_sigmoid)
fired: sink_affine: hs1 -> hs1 (hard_sigmoid)
--- out
"x" = input : f32[?]
"z" = hard_sigmoid("x") {alpha=0.5, beta=0.75} name="hs1" : f32[?]
output("z")
