# A slope for each channel: max(x, 0) + k min(x, 0), and with max(-x, 0).
test pass recognise_activation
--- in
"x" = input : f32[3,h,w]
"r1" = relu("x") name="relu1"
"n1" = min("x", @"zero") name="min1"
"a1" = mul("n1", @"k") name="mul1"
%900 = ncnn.align("r1", "a1")
%901 = ncnn.align("a1", "r1")
"y1" = add(%900, %901) name="add1"
"r2" = relu("x") name="relu2"
"m2" = neg("x") name="neg2"
"n2" = relu("m2") name="relu2b"
"a2" = mul(@"k", "n2") name="mul2"
%902 = ncnn.align("r2", "a2")
%903 = ncnn.align("a2", "r2")
"y2" = sub(%902, %903) name="sub2"
output("y1", "y2")
@"k" = f32[3,1,1] [0.1,0.2,-0.3]
@"zero" = f32[] [0]
--- remarks
fired: recognise_activation: relu2 + neg2 + relu2b + mul2 + sub2 -> sub2 (prelu)
fired: recognise_activation: relu1 + min1 + mul1 + add1 -> add1 (prelu)
--- out
"x" = input : f32[3,h,w]
"y1" = prelu("x", @%0) name="add1" : f32[3,h,w]
"y2" = prelu("x", @%1) name="sub2" : f32[3,h,w]
output("y1", "y2")
@%0 = f32[3,1,1] [0.1,0.2,-0.3]
@%1 = f32[3,1,1] [0.1,0.2,-0.3]
