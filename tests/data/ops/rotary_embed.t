# Pairs of neighbours.
test run
--- in
"x" = input name="x"
"c" = input name="c"
"s" = input name="s"
"out" = rotary_embed("x", "c", "s") {interleaved=true} name="l"
output("out")
--- feed
x 1,2,4
c 2,2
s 2,2
--- results
out 1,2,4: -0.76608 -0.829376 -0.321908 -2.90324 0.537504 2.34627 -2.19872 -0.84512
