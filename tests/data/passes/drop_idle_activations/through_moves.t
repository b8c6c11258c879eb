# What moves elements keeps them within.
test pass drop_idle_activations
--- in
"x" = input : f32[2,3]
"s" = relu("x") name="relu1"
"p" = ncnn.permute("s") {order_type=1} name="permute1"
"c" = concat("p", "p") name="concat1"
"r" = relu("c") name="relu2"
output("r")
--- remarks
fired: drop_idle_activations: relu1 + permute1 + concat1 + relu2 -> concat1 (concat)
--- out
"x" = input : f32[2,3]
"s" = relu("x") name="relu1" : f32[2,3]
"p" = transpose("s") {perm=[1,0]} name="permute1" : f32[3,2]
"r" = concat("p", "p") name="concat1" : f32[6,2]
output("r")
