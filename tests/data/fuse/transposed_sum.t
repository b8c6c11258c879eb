# A permutation before a sum over rows.
test fuse
--- in
"x" = input : f32[128,64]
"w" = input : f32[64,128]
"t" = transpose("x") {perm=[1,0]} name="transpose"
"a" = add("t", "w") name="a"
"y" = reduce("a") {axes=[1]} name="sum"
output("y")
--- tvm
transpose(move): x -> t: it is injective, and what lies on the way there, or its group, is not simple enough
a(point) sum(reduce): t w -> y; 65536 bytes less: elementwise into a reduction
--- full
transpose(move): x -> t: no kernel computes with what it moves
a(point): t w -> a: no kernel computes with what it moves
sum(reduce): a -> y: a reduction is computed alone
--- refused
elementwise: transpose, a: no kernel computes with what it moves
no rule: a, sum: a reduction is computed alone
