# Indices of 64 bits, ones that are made floats, the matrix transposed; all axes stay.
test pass one_hot_product for=x86-64-v3
--- in
"i" = input : i64[2,5]
"hot" = one_hot("i", @"depth", @"values")
"f" = cast("hot") {to=f32}
"y" = matmul("f", @"w") {transB=true} name="rows"
output("y")
@"depth" = i64[] [7]
@"values" = i64[2] [0,1]
@"w" = f32[4,7] seed 2
--- remarks
fired: one_hot_product: one_hot #5 + cast #7 + rows -> rows (gather)
--- out
"i" = input : i64[2,5]
%0 = add("i", @%0) name="rows" : i64[2,5]
%1 = less("i", @%1) name="rows" : bool[2,5]
%2 = where(%1, %0, "i") name="rows" : i64[2,5]
%3 = less(%2, @%1) name="rows" : bool[2,5]
%4 = min(%2, @%0) name="rows" : i64[2,5]
%5 = where(%3, @%0, %4) name="rows" : i64[2,5]
"y" = gather(@%2, %5) name="rows" : f32[2,5,4]
output("y")
@%0 = i64[] [7]
@%1 = i64[] [0]
@%2 = f32[8,4] [0.11292524,1.5604002,0.7837038,-1.0755502,1.2468393,0.14035696,0.047667913,0.79398817,-0.66353375,0.5192992,0.30120695,1.082607,-1.5977916,1.0599091,-0.56049937,0.87724555,-0.5732808,-1.5706606,0.533606,-0.3880508,0.0012242922,1.2175616,0.2058166,0.012332278,-0.76119775,0.12863046,-1.1457286,-0.003467524,0,0,0,0]
