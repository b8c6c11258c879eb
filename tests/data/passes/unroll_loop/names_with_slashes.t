# Each copy of a layer has a name of its own, also where names say a place.
test pass unroll_loop for=x86-64-v3
--- in
"x" = input : f32[2]
"y" = loop(@"two", _, "x") {carried=1} name="model/walk" body {
  "i" = input
  "on" = input
  "a" = input
  "b" = tanh("a") name="layer/act"
  output("on", "b")
}
output("y")
@"two" = i64[] [2]
--- remarks
fired: unroll_loop: model/walk -> model/walk.1/layer/act (tanh), 2 trips
--- out
"x" = input : f32[2]
%0 = tanh("x") name="model/walk.0/layer/act" : f32[2]
"y" = tanh(%0) name="model/walk.1/layer/act" : f32[2]
output("y")
