# Windows side by side are taken as the convolution stores.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="conv1"
"p" = max_pool("a") {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1"
"y" = clip("p") {min=0, max=1} name="y"
output("y")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is complex, and an edge on the way there is complex
pool1(anchor) y(point): a -> y; 4096 bytes less: elementwise on the output of a max_pool
--- full
conv1(anchor) pool1(pool) y(point): x -> y; 20480 bytes less: epilogue, pool
--- refused
