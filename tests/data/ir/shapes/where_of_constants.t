# Where the target of an expand is -1, the size stays: ConstantOfShape, Mul, Equal, Where.
test infer
--- in
"x" = input : f32[1,c,h]
"s" = shape(@"target")
"ones" = constant_of_shape("s", @"one")
"minus" = mul("ones", @"m")
"is" = equal(@"target", "minus")
"t" = where("is", "ones", @"target")
"y" = dynamic_expand("x", "t")
output("y")
@"target" = i64[4] [5,-1,-1,-1]
@"one" = i64[1] [1]
@"m" = i64[] [-1]
--- out
"x" = input : f32[1,c,h]
"s" = shape(@"target") : i64[1]
%0 = reshape(@"one") : i64[]
"ones" = expand(%0) {shape=[4]} : i64[4]
"minus" = mul("ones", @"m") : i64[4]
"is" = equal(@"target", "minus") : bool[4]
"t" = where("is", "ones", @"target") : i64[4]
"y" = expand("x") {shape=[5,1,1,1]} : f32[5,1,c,h]
output("y")
@"target" = i64[4] ...
@"one" = i64[1] ...
@"m" = i64[] ...
--- contents
s = [4]
? = 1
ones = [1,1,1,1]
minus = [-1,-1,-1,-1]
is = [0,1,1,1]
t = [5,1,1,1]
