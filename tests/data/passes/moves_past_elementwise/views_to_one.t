# One reshape behind.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = reshape("t") {shape=[-1]} name="flatten1"
"r" = relu("a") name="relu1"
"b" = reshape("r") {shape=[6,4]} name="reshape1"
output("b")
--- remarks
fired: moves_past_elementwise: flatten1 + relu1 + reshape1 -> reshape1 (reshape)
--- out
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1" : f32[2,3,4]
%0 = relu("t") name="relu1" : f32[2,3,4]
"b" = reshape(%0) {shape=[6,4]} name="reshape1" : f32[6,4]
output("b")
