# A selection of constants is one; what went into it is not missed.
test optimize
--- in
"v1" = constant(@"k2") name="n1"
"v16_0" = arg_max("v1") name="n2"
output("v16_0" as "out0")
@"k2" = f32[1] [0]
--- out
"v16_0" = constant(@%0) name="n2" : i64[1]
output("v16_0" as "out0")
@%0 = i64[1] [0]
