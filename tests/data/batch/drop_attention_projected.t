# And the other way round.
test batch drop
--- in
"x" = input : f32[3,5,4]
"m" = input : f32[3,2,5,5]
"a" = multi_head_attention("x", "x", "x", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b", "m") {embed_dim=4, num_heads=2, batch_axes=1} name="each"
"y" = multi_head_attention("a", "a", "a", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b", @"n") {embed_dim=4, num_heads=2, batch_axes=1} name="all"
output("y")
@"w" = f32[4,4] seed 1
@"b" = f32[4] seed 2
@"n" = f32[5,5] seed 3
--- out
"x" = input : f32[5,4]
"m" = input : f32[2,5,5]
"a" = multi_head_attention("x", "x", "x", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b", "m") {embed_dim=4, num_heads=2} name="each" : f32[5,4]
"y" = multi_head_attention("a", "a", "a", @"w", @"b", @"w", @"b", @"w", @"b", @"w", @"b", @"n") {embed_dim=4, num_heads=2} name="all" : f32[5,4]
output("y")
@"w" = f32[4,4] ...
@"b" = f32[4] ...
@"n" = f32[5,5] ...
