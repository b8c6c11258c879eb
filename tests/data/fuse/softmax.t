# A softmax in pieces that no pass has joined.
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
max(reduce): x -> m: a reduction is computed alone
s(point) e(point): x m -> e; 65536 bytes less: elementwise
sum(reduce): e -> t: a reduction is computed alone
y(point): e t -> y: a reduction is computed alone
--- refused
elementwise: max, s: a reduction is computed alone
elementwise: sum, y: a reduction is computed alone
elementwise: e, y: what lies between them needs the one and is needed by the other
no rule: e, sum: a reduction is computed alone
