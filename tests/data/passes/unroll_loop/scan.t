# Slices are cut in the order of the directions, outputs put together along their axis.
test pass unroll_loop
--- in
"x" = input : f32[5,3]
"h" = input : f32[5]
"y", "s" = scan("h", "x") {states=1, inputs=1, input_axes=[-1], input_directions=[1], output_axes=[1], output_directions=[1]} name="walk" body {
  "a" = input
  "p" = input
  "b" = sub("a", "p") name="b"
  "t" = tanh("b") name="t"
  output("b", "t")
}
output("y", "s")
--- remarks
fired: unroll_loop: walk -> walk.2/b (sub), 3 trips
--- out
"x" = input : f32[5,3]
"h" = input : f32[5]
%0 = slice("x") {starts=[2], ends=[3], axes=[1]} : f32[5,1]
%1 = squeeze(%0) {axes=[1]} : f32[5]
%2 = sub("h", %1) name="walk.0/b" : f32[5]
%3 = tanh(%2) name="walk.0/t" : f32[5]
%4 = slice("x") {starts=[1], ends=[2], axes=[1]} : f32[5,1]
%5 = squeeze(%4) {axes=[1]} : f32[5]
%6 = sub(%2, %5) name="walk.1/b" : f32[5]
%7 = tanh(%6) name="walk.1/t" : f32[5]
%8 = slice("x") {starts=[0], ends=[1], axes=[1]} : f32[5,1]
%9 = squeeze(%8) {axes=[1]} : f32[5]
"y" = sub(%6, %9) name="walk.2/b" : f32[5]
%10 = tanh("y") name="walk.2/t" : f32[5]
%11 = unsqueeze(%3) {axes=[1]} : f32[5,1]
%12 = unsqueeze(%7) {axes=[1]} : f32[5,1]
%13 = unsqueeze(%10) {axes=[1]} : f32[5,1]
"s" = concat(%13, %12, %11) {axis=1} : f32[5,3]
output("y", "s")
