# A size that is 0 where the network runs: what is left of no elements is 0.
test optimize
--- in
"in0" = input {hint=[1,2,9]} : f32[1,_,1]
"v1" = expand("in0") {shape=[3,1,1,1]} name="n1"
"v2", "v3" = split("v1") {axis=2} name="n2"
"v6_0" = ncnn.permute("v3") {order_type=3} name="n3"
output("v6_0" as "v7_0")
--- remarks
fired: merge_transposes: n3 -> n3 (reshape)
missed: drop_identities: n3: the reshape is not removed: the output's sizes are not proved equal to the input's
missed: legalize: n1: ncnn does not have this expand, and no other words for it were found
--- out
"in0" = input {hint=[1,2,9]} : f32[1,_,1]
"v1" = expand("in0") {shape=[3,1,1,1]} name="n1" : f32[3,1,"in0".1,1]
"v2", "v3" = split("v1") {axis=2} name="n2" : f32[3,1,floordiv("in0".1+1,2),1], f32[3,1,"in0".1-floordiv("in0".1+1,2),1]
"v6_0" = reshape("v3") {shape=[3,-1,1,1]} name="n3" : f32[3,"in0".1-floordiv("in0".1+1,2),1,1]
output("v6_0" as "v7_0")
