# What nobody knows is alone.
test fuse
--- in
"x" = input : f32[8,16]
"a" = relu("x") name="a"
"b" = cum_sum("a") {axis=1} name="b"
"y" = relu("b") name="relu2"
output("y")
--- tvm
a(point): x -> a: it is elementwise, and an edge on the way there is opaque
b(anchor): a -> b: it is opaque
relu2(point): b -> y: it is a result
--- full
a(point): x -> a: an opaque operator is computed alone
b(anchor): a -> b: an opaque operator is computed alone
relu2(point): b -> y: an opaque operator is computed alone
--- refused
elementwise: b, relu2: an opaque operator is computed alone
no rule: a, b: an opaque operator is computed alone
