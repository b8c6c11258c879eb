# The rank of the inner product's input is not known.
test pass drop_identities
--- in
"x" = input : f32[?]
"c" = linear("x", @"w") name="fc1"
"y" = flatten("c") name="flatten1"
output("y")
@"w" = f32[4,3] [1,2,3,4,5,6,7,8,9,10,11,12]
--- remarks
missed: drop_identities: flatten1: the flatten is not removed: the input's rank is not known
--- out
same
