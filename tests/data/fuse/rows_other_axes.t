# Reductions over other axes are other rows.
test fuse
--- in
"x" = input : f32[64,64]
"e" = exp("x") name="e"
"a" = reduce("e") {axes=[1]} name="sum1"
"b" = reduce("e") {axes=[0]} name="sum0"
"c" = div("e", "a") name="c"
"y" = div("c", "b") name="div2"
output("y")
--- tvm
e(point): x -> e: it is elementwise, and what lies on the way there, or its group, is not simple enough
sum1(reduce): e -> a: a reduction begins no group
sum0(reduce): e -> b: a reduction begins no group
c(point) div2(point): e a b -> y; 32768 bytes less: elementwise
--- full
e(point) sum1(reduce) c(point): x -> e c; 33280 bytes less; rows along axis 1: row
sum0(reduce) div2(point): e c -> y; 512 bytes less; rows along axis 0: row
--- refused
row: e, sum0: the group has other rows
elementwise: c, div2: its rows are others
