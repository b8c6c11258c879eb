# Not joined: whether they flatten is not known.
test pass join_siblings
--- in
"x" = input : f32[?]
%950 = ncnn.as_rows("x") {ic=3}
"a" = linear(%950, @"w1") name="fc1"
%951 = ncnn.as_rows("x") {ic=3}
"b" = linear(%951, @"w2") name="fc2"
output("a","b")
@"w1" = f32[2,3] seed 1
@"w2" = f32[1,3] seed 2
--- remarks
--- out
same
