# Case 14: what an inner product does with its input, by rank, and by size where the rank is 2.
test infer
--- in
"v" = input : f32[6]
"m" = input : f32[5,6]
"n" = input : f32[2,3]
"u" = input : f32[2,w]
"i" = input : f32[1,2,3]
%950 = ncnn.as_rows("v") {ic=6}
"a" = linear(%950, @"w")
%951 = ncnn.as_rows("m") {ic=6}
"b" = linear(%951, @"w")
%952 = ncnn.as_rows("n") {ic=6}
"c" = linear(%952, @"w")
%953 = ncnn.as_rows("u") {ic=6}
"d" = linear(%953, @"w")
%954 = ncnn.as_rows("i") {ic=6}
"e" = linear(%954, @"w")
output("a", "b", "c", "d", "e")
@"w" = f32[4,6] zeros
--- out
"v" = input : f32[6]
"m" = input : f32[5,6]
"n" = input : f32[2,3]
"u" = input : f32[2,w]
"i" = input : f32[1,2,3]
"a" = linear("v", @"w") : f32[4]
"b" = linear("m", @"w") : f32[5,4]
%0 = reshape("n") {shape=[-1]} : f32[6]
"c" = linear(%0, @"w") : f32[4]
%1 = ncnn.as_rows("u") {ic=6} : f32[?]
"d" = linear(%1, @"w") : f32[?]
%2 = reshape("i") {shape=[-1]} : f32[6]
"e" = linear(%2, @"w") : f32[4]
output("a", "b", "c", "d", "e")
@"w" = f32[4,6] ...
