# Tiling 128 numbers to 32768 would add 128 KiB to the weights.
test pass fold_constants
--- in
"x" = input : f32[32768]
"m" = constant(@"m") name="mem1"
"t" = tile("m") {repeats=[256]} name="tile1"
"y" = mul("x", "t") name="mul1"
output("y")
@"m" = f32[128] seed 3
--- remarks
missed: fold_constants: tile1: not folded: the constant would have more bytes than its inputs
--- out
same
