# Everything is averaged in two steps. Made a pooling first, the first step cannot be merged any more.
test order merge_reductions reduction_to_global_pool
--- in
"x" = input : f32[4,8,8]
"a" = reduce("x") {op=mean, axes=[1,2], keepdims=false} name="mean1"
"b" = ncnn.reduction("a") {operation=mean} name="mean2"
output("b")
--- cost
as declared: 2 layers, 0 MACs, 256 other operations, 0 bytes
exchanged:   3 layers, 0 MACs, 260 other operations, 0 bytes
