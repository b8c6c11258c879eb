# A border that wraps repeats without end what is there, or what is left where some is cut off.
test run
--- in
"x" = input name="x"
"a" = pad("x") {pads=[7,5], mode=wrap} name="a"
"b" = pad("x") {pads=[-1,5], mode=wrap} name="b"
output("a", "b")
--- feed
x 3
--- results
a 15: 0.092 0.992 -1.6 0.092 0.992 -1.6 0.092 0.992 -1.6 0.092 0.992 -1.6 0.092 0.992 -1.6
b 7: -1.6 0.092 -1.6 0.092 -1.6 0.092 -1.6
