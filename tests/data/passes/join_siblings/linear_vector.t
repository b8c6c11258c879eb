# Two heads of a classifier.
test pass join_siblings
--- in
"x" = input : f32[3]
%950 = ncnn.as_rows("x") {ic=3}
"a" = linear(%950, @"w1") name="fc1"
%951 = ncnn.as_rows("x") {ic=3}
"b" = linear(%951, @"w2", @"b2") name="fc2"
output("a","b")
@"w1" = f32[2,3] [1,2,3,4,5,6]
@"w2" = f32[1,3] [7,8,9]
@"b2" = f32[1] [1]
--- remarks
fired: join_siblings: fc1 + fc2 -> fc1_split (split), cut apart again
--- out
"x" = input : f32[3]
%0 = linear("x", @"w1", @"b2") name="fc1" : f32[3]
"a", "b" = split(%0) {sizes=[2,1]} name="fc1_split" : f32[2], f32[1]
output("a", "b")
@"w1" = f32[3,3] [1,2,3,4,5,6,7,8,9]
@"b2" = f32[3] [0,0,1]
