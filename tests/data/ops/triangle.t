# The lower triangle; ones above the diagonal of a matrix like another.
test run
--- in
"x" = input : f32[2,3]
"t" = trilu("x") {upper=false}
"o" = eye_like("x") {type=i32, k=1}
output("t", "o")
--- feed
x 2,3
--- results
t 2,3: 0.992 0 0 -1.61 0.624 0
o 2,3: 0 1 0 0 0 1
