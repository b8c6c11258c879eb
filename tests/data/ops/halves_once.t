# Halves are rounded once: 1 + 2^-11 + 2^-26 is more than half way between two of them, 1 + 2^-8 +
# 2^-26 between two bf16s; in f32 both were half way.
test run
--- in
"a" = constant(@"a")
"c" = constant(@"c")
"row" = reshape("a") {shape=[1,3]}
"matmul" = matmul("a", @"b")
"linear" = linear("row", @"row")
"relu" = linear("row", @"row") {act=relu}
"einsum" = einsum("a", @"b") {equation="i,i->"}
"bf16" = matmul("c", @"d")
output("matmul", "linear", "relu", "einsum", "bf16")
@"a" = f16[3] [1,0.00048828125,0.0001220703125]
@"b" = f16[3] [1,1,0.0001220703125]
@"row" = f16[1,3] [1,1,0.0001220703125]
@"c" = bf16[3] [1,0.00390625,0.0001220703125]
@"d" = bf16[3] [1,1,0.0001220703125]
--- results
matmul : 1.00098
linear 1,1: 1.00098
relu 1,1: 1.00098
einsum : 1.00098
bf16 : 1.00781
