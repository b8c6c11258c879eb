# Products, sums and extrema of integers: exact beyond 2^53, and wrapped to the width of the type; a
# mean is cut towards 0.
test run
--- in
"long" = constant(@"long")
"bytes" = constant(@"bytes")
"matrix" = reshape("long") {shape=[1,2]}
"line" = reshape("bytes") {shape=[1,1,4]}
"dot" = matmul("long", @"ones")
"exact" = sub("dot", @"2^53")
"wraps" = matmul(@"half", @"four")
"product" = gemm("matrix", "matrix", @"c") {transB=true, alpha=2, beta=-1}
"gemm" = sub("product", @"2^55")
"twice" = matmul(@"top", @"two")
"unsigned" = sub("twice", @"2^32 - 3")
"einsum" = einsum(@"i", @"i") {equation="i,i->"}
"sum" = reduce("bytes")
"mean" = reduce("bytes") {op=mean}
"max" = reduce("bytes") {op=max}
"min" = reduce("bytes") {op=min}
"prod" = reduce("bytes") {op=prod}
"squares" = reduce("bytes") {op=sum_square}
"l1" = reduce("bytes") {op=l1}
"l2" = reduce("bytes") {op=l2}
"largest" = reduce(@"top") {op=max}
"highest" = sub("largest", @"2^32 - 3")
"any" = reduce(@"bits") {op=max}
"all" = reduce(@"bits") {op=min}
"running" = cum_sum("bytes")
"behind" = cum_sum("bytes") {exclusive=true, reverse=true}
"pooled" = max_pool("line") {nd=1, kernel=[2], pad_begin=[1]}
"products" = cum_prod("bytes")
"products behind" = cum_prod("bytes") {exclusive=true, reverse=true}
output("exact", "wraps", "gemm", "unsigned", "einsum", "sum", "mean", "max", "min", "prod", "squares", "l1", "l2", "highest", "any", "all", "running", "behind", "products", "products behind", "pooled")
@"long" = i64[2] [9007199254740993,2]
@"ones" = i64[2] [1,1]
@"half" = i64[2] [4611686018427387904,3]
@"four" = i64[2] [4,1]
@"2^53" = i64[] [9007199254740992]
@"2^55" = i64[1,1] [36028797018963968]
@"2^32 - 3" = u32[] [4294967293]
@"c" = i64[1] [5]
@"top" = u32[1] [4294967295]
@"two" = u32[1] [2]
@"i" = i32[2] [65536,3]
@"bytes" = i8[4] [100,-7,100,-128]
@"bits" = bool[2] [1,0]
--- results
exact : 3
wraps : 3
gemm 1,1: 5
unsigned : 1
einsum : 9
sum 1: 65
mean 1: 16
max 1: 100
min 1: -128
prod 1: 0
squares 1: 81
l1 1: 79
l2 1: 127
highest 1: 2
any 1: 1
all 1: 0
running 4: 100 93 -63 65
behind 4: -35 -28 -128 0
products 4: 100 68 -112 0
products behind 4: 0 0 -128 1
pooled 1,1,4: 100 100 100 100
