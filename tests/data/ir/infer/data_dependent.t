# Case 42: how many boxes there are nobody knows before.
test infer
--- in
"loc" = input : f32[8]
"conf" = input : f32[4]
"prior" = input : f32[2,8]
"d" = ncnn.detection_output("loc", "conf", "prior") {num_class=2}
output("d")
--- out
"loc" = input : f32[8]
"conf" = input : f32[4]
"prior" = input : f32[2,8]
"d" = ncnn.detection_output("loc", "conf", "prior") {num_class=2} : f32[_,6]
output("d")
