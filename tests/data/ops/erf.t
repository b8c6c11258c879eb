# Error function.
test run
--- in
"x" = input name="x"
"out" = erf("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.839353 -0.976348 0.103519 -0.977207 0.622477 -0.97341 -0.477323 -0.880205 0.179012 0.988456 -0.903143 0.945561
