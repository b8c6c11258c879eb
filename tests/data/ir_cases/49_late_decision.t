# Case 49: an ExpandDims before a LayerNorm changes what it normalises over: neither is touched.
test optimize
--- in
"x" = input : f32[?]
"e" = expand_dims("x") {axes=[0]} name="expand1"
"y" = layer_norm("e") {affine_size=4, n_axes=late} name="ln1"
output("y")
--- norun
No search for sizes finds four elements.
--- remarks
missed: drop_identities: expand1: the expand_dims is not removed: the input's rank is not known
--- out
same
