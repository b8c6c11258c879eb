# Case 26: integers in f32 clothes, as ncnn keeps them: the word of -1 is a NaN, whose bits must survive. The NaN that `nan` means is listed, and denormals are.
test cat
--- in
"a" = constant(@"words")
"b" = constant(@"nan")
"c" = constant(@"half")
"d" = constant(@"double")
output("a", "b", "c", "d")
@"words" = f32[3] hex "01000000fffffffffeffffff"
@"nan" = f32[2] hex "0000c07f01000000"
@"half" = f16(f32)[2] hex "007e01fe"
@"double" = f64[1] hex "ffffffffffffffff"
--- out
"a" = constant(@"words")
"b" = constant(@"nan")
"c" = constant(@"half")
"d" = constant(@"double")
output("a", "b", "c", "d")
@"words" = f32[3] hex "01000000fffffffffeffffff"
@"nan" = f32[2] [nan,1e-45]
@"half" = f16(f32)[2] hex "007e01fe"
@"double" = f64[1] hex "ffffffffffffffff"
