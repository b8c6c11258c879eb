# Cut towards 0; not 0 is true.
test run
--- in
"x" = input : f32[2,3]
"w" = cast("x") {to=i8}
"b" = cast("w") {to=bool}
output("w", "b")
--- feed
x 2,3
--- results
w 2,3: 0 -1 0 -1 0 -1
b 2,3: 0 1 0 1 0 1
