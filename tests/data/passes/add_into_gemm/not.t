# Left alone: products of more than matrices, a summand that makes the result larger or may do so,
# one of another reader, integers, and a gemm that has its summand.
test pass add_into_gemm for=onnx13
--- in
"x" = input : f32[1,3]
"t" = input : f32[2,_,3]
"s" = input : f32[_,2]
"i" = input : i64[2,3]
"a" = matmul("t", @"w") name="batched"
"a1" = add("a", @"b") name="add1"
"c" = matmul("x", @"w") name="larger"
"c1" = add("c", @"rows") name="add2"
"d" = matmul("x", @"w") name="maybe"
"d1" = add("d", "s") name="add3"
"e" = matmul("x", @"w") name="read"
"e1" = add("e", @"b") name="add4"
"e2" = relu("e") name="relu1"
"f" = matmul("i", @"iw") name="integers"
"f1" = add("f", @"ib") name="add5"
"g" = gemm("x", @"w", @"b") name="has"
"g1" = add("g", @"b") name="add6"
output("a1", "c1", "d1", "e1", "e2", "f1", "g1")
@"w" = f32[3,2] [1,2,3,4,5,6]
@"b" = f32[2] [1,2]
@"rows" = f32[2,2] [1,2,3,4]
@"iw" = i64[3,2] [1,2,3,4,5,6]
@"ib" = i64[2] [1,2]
--- remarks
missed: add_into_gemm: larger + add2: not made one: the summand is not proved to fit the product
missed: add_into_gemm: maybe + add3: not made one: the summand is not proved to fit the product
missed: add_into_gemm: read + add4: the output in between has another reader: relu1
--- out
same
