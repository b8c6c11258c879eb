# The factor of gelu is known to all digits of f64; in f32 as far as that goes.
test pass recognise_activation
--- in
"x" = input : f64[4]
"a" = mul("x", @"h") name="half"
"b" = mul("x", @"r") name="root"
"c" = erf("b") name="erf1"
"d" = add("c", @"o") name="plus"
"e" = mul("a", "d") name="gelu1"
"s" = mul("x", @"q") name="short"
"t" = erf("s") name="erf2"
"u" = add("t", @"o") name="plus2"
"i" = mul("x", @"h") name="half2"
"v" = mul("i", "u") name="gelu2"
output("e", "v")
@"h" = f64[] [0.5]
@"r" = f64[] [0.7071067811865476]
@"q" = f64[] [0.70710678]
@"o" = f64[] [1]
--- remarks
fired: recognise_activation: half + root + erf1 + plus + gelu1 -> gelu1 (gelu)
--- out
"x" = input : f64[4]
"e" = gelu("x") name="gelu1" : f64[4]
"s" = mul("x", @"q") name="short" : f64[4]
"t" = erf("s") name="erf2" : f64[4]
"u" = add("t", @"o") name="plus2" : f64[4]
"i" = mul("x", @"h") name="half2" : f64[4]
"v" = mul("i", "u") name="gelu2" : f64[4]
output("e", "v")
@"q" = f64[] [0.70710678]
@"o" = f64[] [1]
@"h" = f64[] [0.5]
