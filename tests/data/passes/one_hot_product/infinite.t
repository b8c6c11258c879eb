# Infinity times 0 is NaN: still a product.
test pass one_hot_product for=x86-64-v3
--- in
"i" = input : i32[3]
"hot" = one_hot("i", @"depth", @"values") {axis=-1}
"y" = matmul("hot", @"w") name="rows"
output("y")
@"depth" = i64[] [3]
@"values" = f32[2] [0,1]
@"w" = f32[3,2] [1,2,inf,4,5,6]
--- remarks
missed: one_hot_product: one_hot #5 + rows: still a product: a weight is infinite or NaN
--- out
same
