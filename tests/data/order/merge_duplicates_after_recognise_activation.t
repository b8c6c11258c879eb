# A piece that two activations share is in neither pattern.
test order recognise_activation merge_duplicates 
--- in
"x" = input : f32[?]
"a1" = max("x", @"lo") name="max1"
"y1" = min("a1", @"hi") name="min1"
"a2" = min("x", @"hi") name="min2"
"y2" = max("a2", @"lo") name="max2"
"y3" = max("x", @"zero") name="max3"
"r4" = relu("x") name="relu4"
"y4" = min("r4", @"hi") name="min4"
"y5" = max("x", @"lo") name="max5"
output("y1", "y2", "y3", "y4", "y5")
@"lo" = f32[] [-1]
@"hi" = f32[] [6]
@"zero" = f32[1] [0]
--- cost
as declared: 7 layers, 0 MACs, 49152 other operations, 4 bytes
exchanged:   8 layers, 0 MACs, 61440 other operations, 8 bytes
