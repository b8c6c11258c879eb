# What is declared of an input must not contradict itself.
test error
--- in
"x" = input {rank=4} : f32[c,h,w]
"a" = relu("x")
output("a")
--- error
E_SHAPE: input 'x': it is c,h,w, rank 4 expected
