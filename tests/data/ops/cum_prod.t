# Products along the rows, of the elements before each, and from the back; of integers, which wrap.
test run
--- in
"x" = input name="x"
"a" = cum_prod("x") {axis=1} name="a"
"b" = cum_prod("x") {axis=0, exclusive=true} name="b"
"c" = cum_prod(@"i") {axis=0, reverse=true} name="c"
output("a", "b", "c")
@"i" = i32[4] [65536,65536,3,-2]
--- feed
x 2,3
--- results
a 2,3: 0.992 -1.5872 -0.146022 -1.61 -1.00464 1.57528
b 2,3: 1 1 1 0.992 -1.6 0.092
c 4: 0 -393216 -6 -2
