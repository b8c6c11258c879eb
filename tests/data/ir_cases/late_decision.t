# Case 49: an ExpandDims before a LayerNorm changes what it normalises over: neither is touched.
test optimize
--- in
"x" = input : f32[?]
"e" = unsqueeze("x") {axes=[0]} name="expand1"
"y" = ncnn.layer_norm("e") {affine_size=4} name="ln1"
output("y")
--- norun
No search for sizes finds four elements.
--- remarks
missed: drop_identities: expand1: the unsqueeze is not removed: the input's rank is not known
--- out
same
