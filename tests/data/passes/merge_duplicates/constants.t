# Two constant nodes with the same bytes.
test pass merge_duplicates
--- in
"x" = input : f32[2,3]
"k" = constant(@"v") name="k1"
"l" = constant(@"w") name="k2"
"a" = mul("x", "k") name="mul1"
"b" = div("x", "l") name="div1"
output("a", "b")
@"v" = f32[2,3] [1,2,3,4,5,6]
@"w" = f32[2,3] [1,2,3,4,5,6]
--- remarks
fired: merge_duplicates: k1 + k2 -> k1 (constant)
--- out
"x" = input : f32[2,3]
"k" = constant(@"v") name="k1" : f32[2,3]
"a" = mul("x", "k") name="mul1" : f32[2,3]
"b" = div("x", "k") name="div1" : f32[2,3]
output("a", "b")
@"v" = f32[2,3] [1,2,3,4,5,6]
