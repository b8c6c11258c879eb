# One scan input tells the number of trips; along which axis the other is cut is not known.
test pass unroll_loop
--- in
"s" = input : f32[]
"x" = input : f32[2,3]
"z" = input : f32[?]
"y", "u" = scan("s", "x", "z") {states=1, inputs=2} name="walk" body {
  "a" = input
  "p" = input
  "q" = input
  "m" = reduce("p") {op=max, keepdims=0} name="m"
  "n" = reduce("q") {op=max, keepdims=0} name="n"
  "b" = add("a", "m") name="b"
  "c" = add("b", "n") name="c"
  output("c", "c")
}
output("y", "u")
--- remarks
missed: unroll_loop: walk: not unrolled: the axis that a scan input is cut along is not known
--- out
same
