# Shape, slice, concat and expand with sizes that are not known.
test infer
--- in
"x" = input : f32[n,c,1,1]
"r" = input : f32[n,4,h,w]
"s" = shape("r")
"hw" = dynamic_slice("s", @"two", @"end", @"axis")
"nc" = shape("x") {end=2}
"t" = concat("nc", "hw")
"y" = dynamic_expand("x", "t")
output("y")
@"two" = i64[1] [2]
@"end" = i64[1] [9223372036854775807]
@"axis" = i64[1] [-1]
--- out
"x" = input : f32[n,c,1,1]
"r" = input : f32[n,4,h,w]
"s" = shape("r") : i64[4]
"hw" = slice("s") {starts=[2], ends=[2147483647], axes=[0]} : i64[2]
"nc" = shape("x") {end=2} : i64[2]
"t" = concat("nc", "hw") : i64[4]
"y" = expand("x", "r") {shape=["x.0","x.1","ref.2","ref.3"]} : f32[n,c,h,w]
output("y")
--- contents
s = [n,4,h,w]
hw = [h,w]
nc = [n,c]
t = [n,c,h,w]
