# A view that belongs to its reader is no rest of the constant's line, whatever has no name: folded, its reader could not be written as one layer any more.
test optimize
--- in
"x" = input : f32[2,2,3,1]
%0 = constant(@"k")
"a" = ncnn.align(%0, "x")
"b" = ncnn.align("x", %0) name="align"
"y" = logaddexp("a", "b") name="logaddexp"
output("y")
@"k" = f32[2,3,1] [0,0,0,0,0,0]
--- out
same
