# The rank of the inner product's input is not known.
test pass drop_identities
--- in
"x" = input : f32[?]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w") name="fc1"
"y" = reshape("c") {shape=[-1]} name="flatten1"
output("y")
@"w" = f32[4,3] [1,2,3,4,5,6,7,8,9,10,11,12]
--- remarks
missed: drop_identities: flatten1: the reshape is not removed: the input's rank is not known
--- out
same
