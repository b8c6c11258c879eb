# Folded first, the map would keep two layers apart that share all their work.
test order merge_duplicates fold_affine
--- in
"x" = input : f32[2,2]
%950 = ncnn.as_rows("x") {ic=2}
"a" = linear(%950, @"w") name="fc1"
"y1" = batch_normalization("a", @"k", @"z", @"z", @"o") {epsilon=0} name="rows"
%951 = ncnn.as_rows("x") {ic=2}
"b" = linear(%951, @"w") name="fc2"
"y2" = batch_normalization("b", @"k", @"z", @"z", @"o") {axis=1, epsilon=0} name="columns"
output("y1", "y2")
@"w" = f32[2,2] [1,2,3,4]
@"k" = f32[2] [10,100]
@"z" = f32[2] [0,0]
@"o" = f32[2] [1,1]
--- remarks
--- cost
as declared: 5 layers, 8 MACs, 8 other operations, 40 bytes
exchanged:   5 layers, 16 MACs, 4 other operations, 56 bytes
