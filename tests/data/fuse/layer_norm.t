# A layer norm in pieces: rsqrt once a row.
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
mean(reduce) s(point) q(point) mean2(reduce) ve(row) r(row) y(point) mulg(point) addb(point): x -> yb; 296960 bytes less; rows along axis 1: row
--- refused
