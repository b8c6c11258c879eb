# Not joined: rows, as queries, keys and values of an attention: no faster in ncnn.
test pass join_siblings
--- in
"x" = input : f32[5,3]
"a" = linear("x", @"w1") name="q"
"b" = linear("x", @"w2") name="k"
"c" = linear("x", @"w3") name="v"
"s" = matmul("a","b") {transB=1} name="qk"
"y" = matmul("s","c") name="av"
output("y")
@"w1" = f32[2,3] seed 1
@"w2" = f32[2,3] seed 2
@"w3" = f32[2,3] seed 3
--- remarks
missed: join_siblings: q + k: not joined: to cut the result apart again may cost more (--fuse-siblings=always)
--- out
same
