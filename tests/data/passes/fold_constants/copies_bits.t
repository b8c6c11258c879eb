# Case 26: integers in float clothes keep their bits through a reshape (hole H23): 1, 2, 3 as words are denormal floats.
test pass fold_constants
--- in
"m" = constant(@"ids") name="mem1"
"t" = reshape("m") {shape=[3]} name="reshape1"
"y" = ncnn.embed("t", @"table") name="embed1"
output("y")
@"ids" = f32[3,1] hex "010000000200000003000000"
@"table" = f32[4,2] [0,1,10,11,20,21,30,31]
--- remarks
fired: fold_constants: reshape1 -> reshape1 (constant)
fired: fold_constants: embed1 -> embed1 (constant)
--- out
"y" = constant(@%0) name="embed1" : f32[3,2]
output("y")
@%0 = f32[3,2] [10,11,20,21,30,31]
