# Not fused: of a size below the window full mode makes a window of padding alone.
test pass pad_into_pool
--- in
"x" = input {rank=3} : f32[2,_,_]
"r" = relu("x") name="relu1"
"p" = pad("r") {top=1, bottom=1, left=1, right=1} name="pad1"
"y" = pool("p") {kernel=[4,4], stride=[2,2]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: the input may be smaller than the window, as long as its size is not known
--- out
same
