# Steps, places from the back and beyond the ends, and places that are given by sizes.
test run
--- in
"x" = input name="x"
"a" = slice("x") {starts=[0,-1], ends=[99,-99], axes=[0,1], steps=[2,-2]}
"b" = slice("x") {starts=[-99,1], ends=["x.0-1","x.1"], axes=[0,1]}
"c" = slice("x") {starts=[2147483647], ends=[-2147483648], axes=[1], steps=[-1]}
"d" = slice("x") {starts=[3], ends=[0], axes=[1], steps=[-2]}
output("a", "b", "c", "d")
--- feed
x 3,4
--- results
a 2,2: -1.61 -1.6 1.36 1.786
b 2,3: -1.6 0.092 -1.61 -1.568 -0.452 -1.1
c 3,4: -1.61 0.092 -1.6 0.992 -1.1 -0.452 -1.568 0.624 1.36 -1.174 1.786 0.16
d 3,2: -1.61 -1.6 -1.1 -1.568 1.36 1.786
