# A 2 among zeros.
test pass one_hot_product for=x86-64-v3
--- in
"i" = input : i32[3]
"hot" = one_hot("i", @"depth", @"values") {axis=-1}
"y" = matmul("hot", @"w") name="rows"
output("y")
@"depth" = i64[] [3]
@"values" = f32[2] [0,2]
@"w" = f32[3,2] seed 1
--- remarks
missed: one_hot_product: one_hot #5 + rows: still a product: it is not made of 0 and 1
--- out
same
