# Each order of a sum and of a difference, and a gemm that has no summand yet.
test pass add_into_gemm for=onnx13
--- in
"x" = input : f32[_,3]
"w" = input : f32[3,2]
"a" = matmul("x", "w") name="m1"
"s" = add(@"b", "a") name="add1"
"c" = matmul("s", @"v") {transB=1} name="m2"
"d" = sub("c", @"b") name="sub1"
"e" = matmul("d", @"u") name="m3"
"f" = sub("s", "e") name="sub2"
"g" = gemm("f", @"u") {alpha=3} name="g1"
"h" = sub(@"one", "g") name="sub3"
output("h")
@"b" = f32[1,2] [1,2]
@"one" = f32[] [1]
@"v" = f32[2,2] [1,2,3,4]
@"u" = f32[2,2] [4,2,5,4]
--- remarks
fired: add_into_gemm: m1 + add1 -> m1 (gemm)
fired: add_into_gemm: m2 + sub1 -> m2 (gemm)
fired: add_into_gemm: m3 + sub2 -> m3 (gemm)
fired: add_into_gemm: g1 + sub3 -> g1 (gemm)
--- out
"x" = input : f32[_,3]
"w" = input : f32[3,2]
"s" = gemm("x", "w", @"b") name="m1" : f32["x".0,2]
"d" = gemm("s", @"v", @"b") {beta=-1, transB=true} name="m2" : f32["x".0,2]
"f" = gemm("d", @"u", "s") {alpha=-1} name="m3" : f32["x".0,2]
"h" = gemm("f", @"u", @"one") {alpha=-3} name="g1" : f32["x".0,2]
output("h")
@"b" = f32[1,2] [1,2]
@"v" = f32[2,2] [1,2,3,4]
@"u" = f32[2,2] [4,2,5,4]
@"one" = f32[] [1]
