# Towers of slices one behind the other: the second one reads what the split of the first has put in place of its input.
test optimize
--- in
"in0" = input : f32[1,4,1,2]
"v1_0" = ncnn.crop("in0") {starts=[0], ends=[3], axes=[1]} name="n1"
"v1" = ncnn.crop("in0") {starts=[3], ends=[-233], axes=[1]} name="n2"
"v2" = ncnn.crop("v1") {starts=[0], ends=[-1], axes=[3]} name="n3"
"v3" = ncnn.crop("v1") {starts=[1], ends=[-233], axes=[3]} name="n4"
"v34_0" = concat("v2", "v3") name="n5"
output("v34_0" as "out0", "v1_0" as "out5")
--- remarks
fired: merge_slices: n1 + n2 -> n1 (split)
fired: merge_slices: n3 + n4 -> n3 (split)
--- out
"in0" = input : f32[1,4,1,2]
"v1_0", "v1" = split("in0") {axis=1, sizes=[3,1]} name="n1" : f32[1,3,1,2], f32[1,1,1,2]
"v2", "v3" = split("v1") {axis=3, sizes=[1,1]} name="n3" : f32[1,1,1,1], f32[1,1,1,1]
"v34_0" = concat("v2", "v3") name="n5" : f32[2,1,1,1]
output("v34_0" as "out0", "v1_0" as "out5")
