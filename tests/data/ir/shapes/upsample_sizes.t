# Sizes that are worked out in floats and come back as integers.
test infer
--- in
"x" = input : f32[3,h]
"s" = shape("x")
"f" = cast("s") {to=f32}
"g" = mul("f", @"scales")
"d" = floor("g")
"i" = cast("d") {to=i64}
"q" = div("f", @"three")
"c" = ceil("q")
"t" = cast("q") {to=i64}
output("i", "c", "t")
@"scales" = f32[2] [2,0.5]
@"three" = f32[] [3]
--- out
"x" = input : f32[3,h]
"s" = shape("x") : i64[2]
"f" = cast("s") : f32[2]
"g" = mul("f", @"scales") : f32[2]
"d" = floor("g") : f32[2]
"i" = cast("d") {to=i64} : i64[2]
"q" = div("f", @"three") : f32[2]
"c" = ceil("q") : f32[2]
"t" = cast("q") {to=i64} : i64[2]
output("i", "c", "t")
@"scales" = f32[2] ...
@"three" = f32[] ...
--- contents
s = [3,h]
f = [3,h]
g = [6,h/2]
d = [6,floordiv(h,2)]
i = [6,floordiv(h,2)]
q = [1,h/3]
c = [1,floordiv(h+2,3)]
t = [1,floordiv(h,3)]
