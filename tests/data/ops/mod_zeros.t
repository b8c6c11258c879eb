# A remainder of zero has the sign of the divisor, or that of the dividend; infinite divisors.
test run
--- in
"a" = constant(@"a")
"b" = constant(@"b")
"m" = mod("a", "b")
"f" = mod("a", "b") {fmod=true}
"of_m" = div(@"one", "m")
"of_f" = div(@"one", "f")
output("m", "f", "of_m", "of_f")
@"a" = f32[8] [0,0,-4,4,-0,3,-3,-3]
@"b" = f32[8] [2,-2,2,-2,-2,inf,-inf,inf]
@"one" = f32[] [1]
--- results
m 8: 0 0 0 0 0 3 -3 inf
f 8: 0 0 0 0 0 3 -3 -3
of_m 8: inf -inf inf -inf -inf 0.333333 -0.333333 0
of_f 8: inf inf -inf inf -inf 0.333333 -0.333333 -0.333333
