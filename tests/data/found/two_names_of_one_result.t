# Two results that become one value: written, read and optimized once more, its blob keeps its name.
test optimize
--- in
"in0" = input : f32[1]
"v1" = sub("in0", "in0") name="n1"
"v9" = ncnn.permute("v1") name="n2"
"v10" = identity("v1") name="n3"
output("v10", "v9")
--- norun
--- out
"in0" = input : f32[1]
"v9" = sub("in0", "in0") name="n1" : f32[1]
output("v9" as "v10", "v9")
