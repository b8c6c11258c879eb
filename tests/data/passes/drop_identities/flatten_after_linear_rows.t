# Hole H12: an inner product on rows gives a matrix, and the softmax behind the flatten goes over all of it.
test pass drop_identities
--- in
"x" = input : f32[2,3]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w") name="fc1"
"f" = reshape("c") {shape=[-1]} name="flatten1"
"y" = softmax("f") name="softmax1"
output("y")
@"w" = f32[4,3] [1,2,3,4,5,6,7,8,9,10,11,12]
--- remarks
--- out
same
