# Integers wrap; a quotient is cut towards 0, mod has the sign of the divisor.
test run
--- in
"a" = constant(@"a")
"b" = constant(@"b")
"add" = add("a", @"big")
"mul" = mul("a", "a")
"div" = div("a", "b")
"mod" = mod("a", "b")
"fmod" = mod("a", "b") {fmod=true}
"and" = bitwise_and("a", "b")
"or" = bitwise_or("a", "b")
"xor" = bitwise_xor("a", "b")
"not" = bitwise_not("a")
"shl" = bit_shift("b", "b")
"shr" = bit_shift("a", @"one") {direction=right}
"pow" = pow("a", "b")
output("add", "mul", "div", "mod", "fmod", "and", "or", "xor", "not", "shl", "shr", "pow")
@"a" = i8[3] [-7,7,100]
@"b" = i8[3] [3,2,7]
@"big" = i8[] [120]
@"one" = i8[] [1]
--- results
add 3: 113 127 -36
mul 3: 49 49 16
div 3: -2 3 14
mod 3: 2 1 2
fmod 3: -1 1 2
and 3: 1 2 4
or 3: -5 7 103
xor 3: -6 5 99
not 3: 6 -8 -101
shl 3: 24 8 -128
shr 3: -4 3 50
pow 3: -87 49 0
