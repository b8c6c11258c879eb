# The letters of a result in any order, a diagonal, a trace, a number, and a result that is not written out.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"s" = input name="s"
"b" = input name="b"
%0 = squeeze("s") {axes=[0]}
"a" = einsum("x") {equation="ij->ji"}
"c" = einsum("y") {equation="ii->i"}
"e" = einsum(%0, "x") {equation=",ab"}
"f" = einsum("b", "y") {equation="nhij,jk->nkhi"}
output("a", "c", "e", "f")
--- feed
x 2,3
y 2,2
s 1
b 2,1,3,2
--- results
a 3,2: 0.992 -1.61 -1.6 0.624 0.092 -1.568
c 2: -0.452 1.786
e 2,3: -1.16461 1.8784 -0.108008 1.89014 -0.732576 1.84083
f 2,2,1,3: -0.7072 0.266104 0.46496 -2.52831 1.77886 -0.491332 -0.466288 -0.117096 0.01496 -1.87498 -2.65643 -1.01664
