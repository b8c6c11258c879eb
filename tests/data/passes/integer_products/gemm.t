# A gemm with its second operand transposed, which is turned, alpha in the factor, beta in front of
# what is added; others read the first operand in floats, too.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"q" = input : i8[16,64]
"qf" = cast("q") : f32[16,64]
"x" = mul("qf", @"sx")
"c" = input : f32[16,24]
"wf" = cast(@"w") : f32[24,64]
"v" = mul("wf", @"sw")
"y" = gemm("x", "v", "c") {alpha=0.5, beta=2, transB=true} name="gemm"
output("y", "x")
@"sx" = f32[] [0.5]
@"w" = u8[24,64] seed 1
@"sw" = f32[24,1] [0.25,0.125,2,1,1,1,0.5,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,4]
--- remarks
missed: integer_products: gemm: not computed in integers: by the kernels' estimates it is faster in floats
--- out
same
