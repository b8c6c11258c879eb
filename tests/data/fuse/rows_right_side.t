# The same spread over its row.
test fuse
--- in
"x" = input : f32[64,64]
"m" = reduce("x") {op=max, reduce_all=false, axes=[1]} name="max"
"y" = sub("x", "m") {align=left} name="y"
output("y")
--- tvm
max(reduce): x -> m: a reduction begins no group
y(point): x m -> y: it is a result
--- full
max(reduce) y(point): x -> y; 512 bytes less; rows along axis 1: row
--- refused
