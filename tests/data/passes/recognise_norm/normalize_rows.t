# Not a normalize: ncnn's layer sees rank 2 as one channel, and would divide by the length of everything.
test pass recognise_norm
--- in
"x" = input : f32[3,8]
"l" = reduce("x") {op=l2, axes=[1]} name="l2"
"c" = clip("l") {min=1e-12} name="clip1"
"y" = div("x", "c") name="div1"
output("y")
--- remarks
missed: recognise_norm: l2 + div1: not rewritten: ncnn does not have the lp_normalization that it would give
--- out
same
