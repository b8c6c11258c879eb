# Every kind of contents: numbers, halves as numbers, bytes, zeros, nobody's, a scalar, an empty one, a param.
test cat
--- in
"a" = constant(@"f32") name="m1"
"b" = constant(@"f16")
"c" = constant(@"coded")
"d" = constant(@"i8")
"e" = constant(@"hex")
"f" = constant(@"zeros")
"g" = constant(@"undefined")
"h" = constant(@"scalar")
"i" = constant(@"empty")
"j" = constant(@"param")
"k" = constant(@"words")
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
@"f32" = f32[3] [0.1,-inf,nan]
@"f16" = f16[2] [0.1,65504]
@"coded" = f16(f32)[2] [0.1,65504]
@"i8" = i8[2,1] [-128,127]
@"hex" = bits4(i8)[2,3] hex "01fe0200"
@"zeros" = f32[1000] zeros
@"undefined" = f32[1] undefined
@"scalar" = f32[] [2]
@"empty" = f32[0] []
@"param" = param f32[2] [1,2]
@"words" = f32[3] hex "010000000200000003000000"
--- out
"a" = constant(@"f32") name="m1"
"b" = constant(@"f16")
"c" = constant(@"coded")
"d" = constant(@"i8")
"e" = constant(@"hex")
"f" = constant(@"zeros")
"g" = constant(@"undefined")
"h" = constant(@"scalar")
"i" = constant(@"empty")
"j" = constant(@"param")
"k" = constant(@"words")
output("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
@"f32" = f32[3] [0.1,-inf,nan]
@"f16" = f16[2] [0.099975586,65504]
@"coded" = f16(f32)[2] [0.099975586,65504]
@"i8" = i8[2,1] [-128,127]
@"hex" = bits4(i8)[2,3] hex "01fe0200"
@"zeros" = f32[1000] zeros
@"undefined" = f32[1] undefined
@"scalar" = f32[] [2]
@"empty" = f32[0] []
@"param" = param f32[2] [1,2]
@"words" = f32[3] [1e-45,3e-45,4e-45]
