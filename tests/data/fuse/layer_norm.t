# A layer norm in pieces that no pass has joined: reductions are computed alone.
test fuse
--- in
"x" = input : f32[64,128]
"m" = reduce("x") {op=mean, axes=[1]} name="mean"
"s" = sub("x", "m") name="s"
"q" = square("s") name="q"
"v" = reduce("q") {op=mean, axes=[1]} name="mean2"
"ve" = add("v", @"eps") name="ve"
"r" = rsqrt("ve") name="r"
"y" = mul("s", "r") name="y"
"yg" = mul("y", @"gamma") name="mulg"
"yb" = add("yg", @"beta") name="addb"
output("yb")
@"eps" = f32[1] [0.00001]
@"gamma" = f32[128] seed 1
@"beta" = f32[128] seed 2
--- tvm
mean(reduce): x -> m: a reduction begins no group
s(point): x m -> s: it is broadcast, and what lies on the way there, or its group, is not simple enough
q(point) mean2(reduce): s -> v; 65536 bytes less: elementwise into a reduction
ve(point) r(point) y(point) mulg(point) addb(point): v s -> yb; 132096 bytes less: elementwise
--- full
mean(reduce): x -> m: a reduction is computed alone
s(point) q(point): x m -> s q; 32768 bytes less: elementwise
mean2(reduce): q -> v: a reduction is computed alone
ve(point) r(point): v -> r; 512 bytes less: elementwise
y(point) mulg(point) addb(point): s r -> yb; 131072 bytes less: elementwise
--- refused
elementwise: mean, s: a reduction is computed alone
elementwise: mean2, ve: a reduction is computed alone
elementwise: r, y: there are more results than elements of the value, which would be computed again for each
elementwise: s, y: what lies between them needs the one and is needed by the other
no rule: q, mean2: a reduction is computed alone
