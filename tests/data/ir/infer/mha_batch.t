# Axes of images in front come out again; what is not known of one input another tells.
test infer
--- in
"q" = input : f32[b,n,4]
"k" = input : f32[c,m,4]
"u" = input : f32[?]
"y" = multi_head_attention("q", "k", "k", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b") {embed_dim=4, num_heads=2, batch_axes=1}
"z" = multi_head_attention("u", "u", "u", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b") {embed_dim=4, batch_axes=2}
output("y", "z")
@"w" = f32[4,4] seed 1
@"b" = f32[4] seed 2
--- out
"q" = input : f32[b,n,4]
"k" = input : f32[c,m,4]
"u" = input : f32[?]
"y" = multi_head_attention("q", "k", "k", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b") {embed_dim=4, num_heads=2, batch_axes=1} : f32[b,n,4]
"z" = multi_head_attention("u", "u", "u", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b") {embed_dim=4, batch_axes=2} : f32[_,_,_,4]
output("y", "z")
@"w" = f32[4,4] ...
@"b" = f32[4] ...
