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
fired: legalize: n1 -> n1 (tile)
fired: drop_implied_views: reshape #14 + n1 -> n1 (tile)
missed: drop_identities: n3: the reshape is not removed: the output's sizes are not proved equal to the input's
--- out
"in0" = input {hint=[1,2,9]} : f32[1,_,1]
%0 = reshape("in0") {shape=[1,1,"x.1",1]} name="n1" : f32[1,1,"in0".1,1]
"v1" = tile(%0) {repeats=[3,1,1,1]} name="n1" : f32[3,1,"in0".1,1]
"v2", "v3" = split("v1") {axis=2} name="n2" : f32[3,1,floordiv("in0".1+1,2),1], f32[3,1,"in0".1-floordiv("in0".1+1,2),1]
"v6_0" = reshape("v3") {shape=[3,-1,1,1]} name="n3" : f32[3,"in0".1-floordiv("in0".1+1,2),1,1]
output("v6_0" as "v7_0")
