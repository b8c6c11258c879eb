# A constant that becomes a result gets a node; where a node reads it, it needs none.
test pass unroll_loop
--- in
"y", "z" = loop(@"m", _, @"k", @"k") {carried=2} name="walk" body {
  "i" = input
  "on" = input
  "a" = input
  "c" = input
  "b" = add("a", "c") name="b"
  output("on", "b", "c")
}
"r" = relu("z") name="r"
output("r", "y")
@"m" = i64[] [0]
@"k" = f32[2] [1,2]
--- remarks
fired: unroll_loop: walk -> constant #20 (constant), 0 trips
--- out
"y" = constant(@%0) : f32[2]
"r" = relu(@"k") name="r" : f32[2]
output("r", "y")
@%0 = f32[2] [1,2]
@"k" = f32[2] [1,2]
