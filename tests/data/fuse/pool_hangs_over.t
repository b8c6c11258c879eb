# Not where windows hang over.
test fuse
--- in
"x" = input : f32[8,15,15]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"p" = max_pool("a") {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1"
output("p")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is complex
pool1(anchor): a -> p: it is a result
--- full
conv1(anchor): x -> a: windows overlap or hang over: values would be computed again
pool1(anchor): a -> p: windows overlap or hang over: values would be computed again
--- refused
pool: conv1, pool1: windows overlap or hang over: values would be computed again
