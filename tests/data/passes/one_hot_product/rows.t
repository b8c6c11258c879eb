# A product with zeros and a 1 is a row of the matrix; what is no index of a row is the row of zeros.
test pass one_hot_product for=x86-64-v3
--- in
"i" = input : i32[2,5]
"hot" = one_hot("i", @"depth", @"values")
"flat" = reshape("hot") {shape=[10,7]}
"y" = matmul("flat", @"w") name="rows"
output("y")
@"depth" = i64[] [7]
@"values" = f32[2] [0,1]
@"w" = f32[7,4] seed 2
--- remarks
fired: one_hot_product: one_hot #5 + reshape #7 + rows -> rows (reshape)
--- out
"i" = input : i32[2,5]
%0 = add("i", @%0) name="rows" : i32[2,5]
%1 = less("i", @%1) name="rows" : bool[2,5]
%2 = where(%1, %0, "i") name="rows" : i32[2,5]
%3 = less(%2, @%1) name="rows" : bool[2,5]
%4 = min(%2, @%0) name="rows" : i32[2,5]
%5 = where(%3, @%0, %4) name="rows" : i32[2,5]
%6 = gather(@%2, %5) name="rows" : f32[2,5,4]
"y" = reshape(%6) {shape=[10,4]} name="rows" : f32[10,4]
output("y")
@%0 = i32[] [7]
@%1 = i32[] [0]
@%2 = f32[8,4] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922,-0.76119775,1.5604002,0.14035696,0.5192992,1.0599091,-1.5706606,1.2175616,0.12863046,0.7837038,0.047667913,0.30120695,-0.56049937,0.533606,0.2058166,-1.1457286,-1.0755502,0.79398817,1.082607,0.87724555,-0.3880508,0.012332278,-0.003467524,0,0,0,0]
