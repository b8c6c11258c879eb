# Rows that do not stay in the cache.
test fuse
--- in
"x" = input : f32[2,1000000]
"m" = reduce("x") {op=max, axes=[1]} name="max"
"y" = sub("x", "m") name="y"
output("y")
--- tvm
max(reduce): x -> m: a reduction begins no group
y(point): x m -> y: it is a result
--- full
max(reduce): x -> m: a row does not stay in the cache to be gone over again
y(point): x m -> y: a row does not stay in the cache to be gone over again
--- refused
elementwise: max, y: a row does not stay in the cache to be gone over again
