# A window of NaN alone, and a border of 0: 0 before, the smallest number after.
test pass pad_into_pool
--- in
"x" = input : f32[5,2,1]
"r" = sqrt("x") name="sqrt1"
"p" = pad("r") {pads=[0,0,2,0,2,1]} name="pad1"
"y" = max_pool("p") {kernel=[4,4]} name="pool1"
output("y")
--- remarks
missed: pad_into_pool: pad1 + pool1: the pad stays: elements may be NaN, which some run times skip
--- out
same
