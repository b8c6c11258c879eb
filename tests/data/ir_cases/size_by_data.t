# Case 42: how many boxes come out depends on data; what reads them has the same unknown size.
test infer
--- in
"loc" = input : f32[8]
"conf" = input : f32[4]
"prior" = input : f32[2,8]
"d" = ncnn.detection_output("loc", "conf", "prior") {num_class=2}
"r" = relu("d")
"s" = add("d", "r")
output("s")
--- out
"loc" = input : f32[8]
"conf" = input : f32[4]
"prior" = input : f32[2,8]
"d" = ncnn.detection_output("loc", "conf", "prior") {num_class=2} : f32[_,6]
"r" = relu("d") : f32["d".0,6]
"s" = add("d", "r") : f32["d".0,6]
output("s")
