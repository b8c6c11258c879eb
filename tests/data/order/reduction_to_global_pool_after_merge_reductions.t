# Everything is averaged in two steps. Made a pooling first, the first step cannot be merged any more.
test order merge_reductions reduction_to_global_pool
--- in
"x" = input : f32[4,8,8]
"a" = reduce("x") {op=mean, reduce_all=0, axes=[1,2], keepdims=0} name="mean1"
"b" = reduce("a") {op=mean, reduce_all=0, axes=[0], keepdims=0} name="mean2"
output("b")
--- cost
as declared: 2 layers, 0 MACs, 256 other operations, 0 bytes
exchanged:   3 layers, 0 MACs, 260 other operations, 0 bytes
