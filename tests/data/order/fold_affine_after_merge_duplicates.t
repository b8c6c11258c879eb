# Folded first, the map would keep two layers apart that share all their work.
test order merge_duplicates fold_affine
--- in
"x" = input : f32[2,2]
"a" = linear("x", @"w") name="fc1"
"y1" = batch_norm("a", @"k", @"z", @"o", @"z") name="rows"
"b" = linear("x", @"w") name="fc2"
"y2" = batch_norm("b", @"k", @"z", @"o", @"z") {axis=1} name="columns"
output("y1", "y2")
@"w" = f32[2,2] [1,2,3,4]
@"k" = f32[2] [10,100]
@"z" = f32[2] [0,0]
@"o" = f32[2] [1,1]
--- remarks
--- cost
as declared: 5 layers, 8 MACs, 8 other operations, 40 bytes
exchanged:   5 layers, 16 MACs, 4 other operations, 56 bytes
