# A view of one number stays a vector: ncnn has no blob without axes.
test optimize
--- in
"in_14_0" = input : f32[1,1]
"v1" = reduce("in_14_0") {keepdims=false} name="n1"
"v2" = reshape("v1") {shape=[-1]} name="n2"
"v6_0" = ncnn.as_image("v2") name="n3"
output("v6_0" as "out0")
--- out
same
