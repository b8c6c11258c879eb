# The gradient of the sum of what its body gives, by the first inputs; they may hang on each other.
test run
--- in
"x" = input : f32[3]
"z" = input : f32[2,1]
"n" = neg("x")
"dx", "dn" = gradient("x", "n", "z") body {
  "a" = input
  "b" = input
  "c" = input
  "s" = mul("a", "b")
  "t" = mul("s", "b")
  "y" = add("t", "c")
  output("y")
}
"dz" = gradient("z") body {
  "c" = input
  "e" = exp("c")
  output("e")
}
"ez" = exp("z")
"off" = sub("dz", "ez")
output("n", "dx", "dn", "dz", "off")
--- feed
x 3
z 2,1
--- results
n 3: -0.992 1.6 -0.092
dx 3: 1.96813 5.12 0.016928
dn 3: -3.93626 -10.24 -0.033856
dz 2,1: 0.199888 1.86638
off 2,1: 0 0
