# Cubic of another coefficient, without what lies outside.
test run
--- in
"x" = constant(@"k")
"out" = resize("x") {mode=cubic, scales=[2], cubic_coeff_a=-0.5, exclude_outside=true} name="l"
output("out")
@"k" = f32[4] [0.125,0.5,1.125,2]
--- results
out 8: 0.0919118 0.182482 0.374046 0.632812 0.945312 1.36164 1.84763 2.07721
