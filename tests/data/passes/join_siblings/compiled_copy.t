# Code for a machine: with parts that do not begin at a block the result would be copied, which costs more.
test pass join_siblings for=x86-64-v3
--- in
"x" = input : f32[16,40,40]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("x", @"w2") name="conv2"
output("a","b")
@"w1" = f32[12,16,1,1] seed 1
@"w2" = f32[12,16,1,1] seed 2
--- remarks
missed: join_siblings: conv1 + conv2: not joined: by the kernels' estimates they are faster apart
--- out
same
