# Case 4: FastestDet: the batch moves to axis 1 of five, and halves are taken along axis 0.
test run
--- in
"x" = input : f32[1,4,2,1]
"a" = reshape("x") {shape=[2,2,2]}
"b" = ncnn.permute("a") {order_type=2}
"c" = reshape("b") {shape=[2,1,2,2,1]}
"p", "q" = split("c") {axis=0, sizes=[1,1]}
output("p", "q")
--- feed
x 1,4,2,1
--- results
p 1,1,2,2,1: 0.992 -1.6 0.624 -1.568
q 1,1,2,2,1: 0.092 -1.61 -0.452 -1.1
