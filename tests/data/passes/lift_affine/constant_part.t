# A constant is mapped itself.
test pass lift_affine
--- in
"x" = input : f32[1,2]
"k" = constant(@"v") name="data1"
"a" = linear("x", @"w") name="fc1"
"c" = concat("a", "k") {axis=0} name="cat1"
"y" = mul("c", @"s") name="mul1"
output("y" as "out")
@"v" = f32[1,3] [1,2,3]
@"w" = f32[3,2] [1,2,3,4,5,6]
@"s" = f32[] [10]
--- remarks
fired: lift_affine: fc1 + cat1 + mul1 -> cat1 (concat)
--- out
"x" = input : f32[1,2]
%0 = linear("x", @"w") name="fc1" : f32[1,3]
%1 = constant(@"k") : f32[1,3]
"y" = concat(%0, %1) name="cat1" : f32[2,3]
output("y" as "out")
@"w" = f32[3,2] [10,20,30,40,50,60]
@"k" = f32[1,3] [10,20,30]
