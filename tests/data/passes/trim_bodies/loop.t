# What a loop carries without a change is a capture, and its result is what went in; unread parts go.
test pass trim_bodies
--- in
"m" = input : i64[]
"x" = input : f32[4]
"k" = input : f32[4]
"y", "k2", "d", "s", "p" = loop("m", _, "x", "k", "x") {carried=3} name="walk" body {
  "i" = input
  "on" = input
  "a" = input
  "k" = input
  "d" = input
  "b" = mul("a", "k") name="b"
  "e" = tanh("a") name="e"
  output("on", "b", "k", "e", "i", "b")
}
output("y", "k2", "p")
--- remarks
fired: trim_bodies: walk -> walk (loop), 3 dropped, 0 constants moved in
--- out
"m" = input : i64[]
"x" = input : f32[4]
"k" = input : f32[4]
"y", "p" = loop("m", _, "x", "k") {carried=1} name="walk" : f32[4], f32[_>=0,4] body {
  "i" = input : i64[]
  "on" = input : bool[]
  "a" = input : f32[4]
  "k" = input : f32[4]
  "b" = mul("a", "k") name="b" : f32[4]
  "e" = tanh("a") name="e" : f32[4]
  output("on", "b", "b")
}
output("y", "k" as "k2", "p")
