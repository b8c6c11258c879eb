# A number for each row that is spread over columns: all rows have to be reduced first.
test fuse
--- in
"x" = input : f32[64,64]
"m" = reduce("x") {op=max, axes=[1], keepdims=false} name="max"
"y" = sub("x", "m") name="y"
output("y")
--- tvm
max(reduce): x -> m: a reduction begins no group
y(point): x m -> y: it is a result
--- full
max(reduce): x -> m; rows along axis 1: what was computed for a row is not spread over that row
y(point): x m -> y: what was computed for a row is not spread over that row
--- refused
row: max, y: what was computed for a row is not spread over that row
