# An average that counts pads with ceil_mode: what lies behind the pads is not counted. Numbers of numpy by torch's rule.
test run
--- in
"x" = input name="x"
"a" = average_pool("x") {nd=1, kernel=[3], stride=[2], pad_begin=[1], pad_end=[1], ceil_mode=true, count_include_pad=true} name="a"
"b" = adaptive_max_pool("x") {nd=1, out=[4]} name="b"
"c" = adaptive_average_pool("x") {nd=1, out=[4]} name="c"
"d" = adaptive_average_pool("x") {nd=1, out=[0]} name="d"
output("a", "b", "c", "d")
--- feed
x 1,2,6
--- results
a 1,2,4: -0.2026667 -1.039333 -0.8513333 -0.784 -0.5173333 0.282 0.6573333 0.68
b 1,2,4: 0.992 0.092 0.624 0.624 -0.452 0.16 1.786 1.36
c 1,2,4: -0.304 -0.754 -0.493 -0.472 -0.776 -0.47 0.306 0.09299999
d 1,2,6: 0.992 -1.6 0.092 -1.61 0.624 -1.568 -0.452 -1.1 0.16 1.786 -1.174 1.36
