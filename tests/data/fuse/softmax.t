# A softmax in pieces.
test fuse
--- in
"x" = input : f32[64,128]
"m" = reduce("x") {op=max, axes=[1]} name="max"
"s" = sub("x", "m") name="s"
"e" = exp("s") name="e"
"t" = reduce("e") {axes=[1]} name="sum"
"y" = div("e", "t") name="y"
output("y")
--- tvm
max(reduce): x -> m: a reduction begins no group
s(point) e(point): x m -> e; 65536 bytes less: elementwise
sum(reduce): e -> t: a reduction begins no group
y(point): e t -> y: it is a result
--- full
max(reduce) s(point) e(point) sum(reduce) y(point): x -> y; 164864 bytes less; rows along axis 1: row
--- refused
