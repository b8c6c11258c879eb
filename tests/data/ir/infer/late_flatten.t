# Case 14: what an inner product does with its input, by rank, and by size where the rank is 2.
test infer
--- in
"v" = input : f32[6]
"m" = input : f32[5,6]
"n" = input : f32[2,3]
"u" = input : f32[2,w]
"i" = input : f32[1,2,3]
"a" = linear("v", @"w")
"b" = linear("m", @"w")
"c" = linear("n", @"w")
"d" = linear("u", @"w")
"e" = linear("i", @"w")
output("a", "b", "c", "d", "e")
@"w" = f32[4,6] zeros
--- out
"v" = input : f32[6]
"m" = input : f32[5,6]
"n" = input : f32[2,3]
"u" = input : f32[2,w]
"i" = input : f32[1,2,3]
"a" = linear("v", @"w") {flatten=all} : f32[4]
"b" = linear("m", @"w") {flatten=none} : f32[5,4]
"c" = linear("n", @"w") {flatten=all} : f32[4]
"d" = linear("u", @"w") : f32[?]
"e" = linear("i", @"w") {flatten=all} : f32[4]
output("a", "b", "c", "d", "e")
@"w" = f32[4,6] ...
