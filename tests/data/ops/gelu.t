# GELU by the error function.
test run
--- in
"x" = input name="x"
"out" = gelu("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.832686 -0.0876789 0.0493719 -0.0864553 0.45782 -0.0916348 -0.147187 -0.149233 0.0901695 1.71983 -0.141112 1.2418
