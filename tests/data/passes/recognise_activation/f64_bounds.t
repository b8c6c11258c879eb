# Beside numbers of f64 a parameter, which is f32, has to say a bound exactly: 0.25 does, 0.1 does not.
test pass recognise_activation
--- in
"x" = input : f64[4]
"a" = max("x", @"k") name="max1"
"b" = min("a", @"l") name="min1"
"c" = max("x", @"m") name="max2"
"d" = min("c", @"l") name="min2"
output("b", "d")
@"k" = f64[] [0.25]
@"l" = f64[] [0.75]
@"m" = f64[] [0.1]
--- remarks
fired: recognise_activation: max1 + min1 -> min1 (clip)
--- out
"x" = input : f64[4]
"b" = clip("x") {min=0.25, max=0.75} name="min1" : f64[4]
"c" = max("x", @"m") name="max2" : f64[4]
"d" = min("c", @"l") name="min2" : f64[4]
output("b", "d")
@"m" = f64[] [0.1]
@"l" = f64[] [0.75]
