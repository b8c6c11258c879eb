# Not where others read what goes into the windows.
test fuse
--- in
"x" = input : f32[8,16,16]
"a" = conv("x", @"conv1.w") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="conv1"
"p" = max_pool("a") {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1"
output("a", "p")
@"conv1.w" = f32[8,8,3,3] seed 1
--- tvm
conv1(anchor): x -> a: it is a result
pool1(anchor): a -> p: it is a result
--- full
conv1(anchor): x -> a: others read all that goes into the windows
pool1(anchor): a -> p: others read all that goes into the windows
--- refused
pool: conv1, pool1: others read all that goes into the windows
