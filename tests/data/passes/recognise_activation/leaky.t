# Leaky relu as a maximum, a minimum, and as sums of two halves.
test pass recognise_activation
--- in
"x" = input : f32[?]
"a1" = mul("x", @"tenth") name="mul1"
"y1" = max("x", "a1") {align=late} name="max1"
"a2" = mul("x", @"two") name="mul2"
"y2" = min("a2", "x") {align=late} name="min2"
"r3" = relu("x") name="relu3"
"n3" = min("x", @"zero") name="min3"
"a3" = mul("n3", @"tenth") name="mul3"
"y3" = add("r3", "a3") {align=late} name="add3"
"r4" = relu("x") name="relu4"
"m4" = neg("x") name="neg4"
"n4" = relu("m4") name="relu4b"
"a4" = mul("n4", @"tenth") name="mul4"
"y4" = sub("r4", "a4") {align=late} name="sub4"
output("y1", "y2", "y3", "y4")
@"tenth" = f32[] [0.1]
@"two" = f32[] [2]
@"zero" = f32[] [0]
--- remarks
fired: recognise_activation: relu4 + neg4 + relu4b + mul4 + sub4 -> sub4 (relu)
fired: recognise_activation: relu3 + min3 + mul3 + add3 -> add3 (relu)
fired: recognise_activation: mul2 + min2 -> min2 (relu)
fired: recognise_activation: mul1 + max1 -> max1 (relu)
--- out
"x" = input : f32[?]
"y1" = relu("x") {slope=0.1} name="max1" : f32[?]
"y2" = relu("x") {slope=2} name="min2" : f32[?]
"y3" = relu("x") {slope=0.1} name="add3" : f32[?]
"y4" = relu("x") {slope=0.1} name="sub4" : f32[?]
output("y1", "y2", "y3", "y4")
