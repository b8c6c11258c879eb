# A constant stored in half precision that is only moved stays so, bit by bit; worked out of it by arithmetic is f32.
test pass fold_constants
--- in
"x" = input : f32[3,2]
"c" = constant(@"k") name="data1"
"t" = transpose("c") {perm=[1,0]} name="permute1"
"y" = mul("x", "t") name="mul1"
"d" = constant(@"l") name="data2"
"e" = exp("d") name="exp1"
"z" = mul("x", "e") name="mul2"
output("y", "z")
@"k" = f16(f32)[2,3] [1,2,3,4,5,0.1]
@"l" = f16(f32)[3,2] [1,2,3,4,5,0.1]
--- out
"x" = input : f32[3,2]
"t" = constant(@%0) name="permute1" : f32[3,2]
"y" = mul("x", "t") name="mul1" : f32[3,2]
"e" = constant(@%1) name="exp1" : f32[3,2]
"z" = mul("x", "e") name="mul2" : f32[3,2]
output("y", "z")
@%0 = f16(f32)[3,2] [1,4,2,5,3,0.099975586]
@%1 = f32[3,2] [2.7182817,7.389056,20.085537,54.59815,148.41316,1.1051439]
