# Not a prelu while the rank is not known: the slopes may go along any axis.
test pass recognise_activation
--- in
"x" = input : f32[?]
"r" = relu("x") name="relu1"
"n" = min("x", @"zero") name="min1"
%900 = ncnn.align("n", @"k")
%901 = ncnn.align(@"k", "n")
"a" = mul(%900, %901) name="mul1"
%902 = ncnn.align("r", "a")
%903 = ncnn.align("a", "r")
"y" = add(%902, %903) name="add1"
output("y")
@"k" = f32[3] [0.1,0.2,-0.3]
@"zero" = f32[] [0]
--- remarks
--- out
same
