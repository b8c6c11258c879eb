# Copies of a constant.
test pass drop_copies
--- in
"x" = input : f32[2]
"k" = constant(@"k") name="mem1"
"k1", "k2" = identity("k") name="split1"
"y1" = add("x", "k1") name="add1"
"y2" = mul("x", "k2") name="mul1"
output("y1", "y2")
@"k" = f32[2] [1,2]
--- remarks
fired: drop_copies: split1 removed
--- out
"x" = input : f32[2]
"k" = constant(@"k") name="mem1" : f32[2]
"y1" = add("x", "k") name="add1" : f32[2]
"y2" = mul("x", "k") name="mul1" : f32[2]
output("y1", "y2")
@"k" = f32[2] [1,2]
