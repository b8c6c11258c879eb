# Limits from max and min, in either order; max(x, 0) alone is a relu.
test pass recognise_activation
--- in
"x" = input : f32[?]
"a1" = max("x", @"lo") name="max1"
"y1" = min("a1", @"hi") name="min1"
"a2" = min("x", @"hi") name="min2"
"y2" = max("a2", @"lo") name="max2"
"y3" = max("x", @"zero") name="max3"
"r4" = relu("x") name="relu4"
"y4" = min("r4", @"hi") name="min4"
"y5" = max("x", @"lo") name="max5"
output("y1", "y2", "y3", "y4", "y5")
@"lo" = f32[] [-1]
@"hi" = f32[] [6]
@"zero" = f32[1] [0]
--- remarks
fired: recognise_activation: relu4 + min4 -> min4 (clip)
fired: recognise_activation: max3 -> max3 (relu)
fired: recognise_activation: min2 + max2 -> max2 (clip)
fired: recognise_activation: max1 + min1 -> min1 (clip)
--- out
"x" = input : f32[?]
"y1" = clip("x") {min=-1, max=6} name="min1" : f32[?]
"y2" = clip("x") {min=-1, max=6} name="max2" : f32[?]
"y3" = relu("x") name="max3" : f32[?]
"y4" = clip("x") {min=0, max=6} name="min4" : f32[?]
"y5" = max("x", @"lo") name="max5" : f32[?]
output("y1", "y2", "y3", "y4", "y5")
@"lo" = f32[] [-1]
