# Not fused: whether there is a tail depends on the size.
test pass pad_into_pool
--- in
"x" = input {rank=3} : f32[2,_,_]
"r" = relu("x") name="relu1"
"p" = pad("r") {top=1, bottom=1, left=1, right=1} name="pad1"
"y" = pool("p") {kind=avg, kernel=[3,3], stride=[2,2]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: the pool may pad behind the border, which it does not count
--- out
same
