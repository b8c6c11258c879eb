# Of more than 16 the oldest come first, in whatever order the uses of x are listed.
test pass drop_identities,join_siblings
--- in
"x" = input : f32[3]
"d" = identity("x") name="same"
"y0" = linear("x", @"w0") name="fc0"
"y1" = linear("x", @"w1") name="fc1"
"y2" = linear("x", @"w2") name="fc2"
"y3" = linear("x", @"w3") name="fc3"
"y4" = linear("x", @"w4") name="fc4"
"y5" = linear("x", @"w5") name="fc5"
"y6" = linear("x", @"w6") name="fc6"
"y7" = linear("x", @"w7") name="fc7"
"y8" = linear("x", @"w8") name="fc8"
"y9" = linear("x", @"w9") name="fc9"
"y10" = linear("x", @"w10") name="fc10"
"y11" = linear("x", @"w11") name="fc11"
"y12" = linear("x", @"w12") name="fc12"
"y13" = linear("x", @"w13") name="fc13"
"y14" = linear("d", @"w14") name="fc14"
"y15" = linear("d", @"w15") name="fc15"
"y16" = linear("d", @"w16") name="fc16"
"y17" = linear("d", @"w17") name="fc17"
"y18" = linear("d", @"w18") name="fc18"
"y19" = linear("d", @"w19") name="fc19"
output("y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "y10", "y11", "y12", "y13", "y14", "y15", "y16", "y17", "y18", "y19")
@"w0" = f32[1,3] [0,1,2]
@"w1" = f32[1,3] [1,1,2]
@"w2" = f32[1,3] [2,1,2]
@"w3" = f32[1,3] [3,1,2]
@"w4" = f32[1,3] [4,1,2]
@"w5" = f32[1,3] [5,1,2]
@"w6" = f32[1,3] [6,1,2]
@"w7" = f32[1,3] [7,1,2]
@"w8" = f32[1,3] [8,1,2]
@"w9" = f32[1,3] [9,1,2]
@"w10" = f32[1,3] [10,1,2]
@"w11" = f32[1,3] [11,1,2]
@"w12" = f32[1,3] [12,1,2]
@"w13" = f32[1,3] [13,1,2]
@"w14" = f32[1,3] [14,1,2]
@"w15" = f32[1,3] [15,1,2]
@"w16" = f32[1,3] [16,1,2]
@"w17" = f32[1,3] [17,1,2]
@"w18" = f32[1,3] [18,1,2]
@"w19" = f32[1,3] [19,1,2]
--- remarks
fired: drop_identities: same removed
fired: join_siblings: fc0 + fc1 + fc2 + fc3 + fc4 + fc5 + fc6 + fc7 + fc8 + fc9 + fc10 + fc11 + fc12 + fc13 + fc14 + fc15 -> fc0_split (split), cut apart again
fired: join_siblings: fc16 + fc17 + fc18 + fc19 + fc0 -> fc16_split (split), cut apart again
--- out
"x" = input : f32[3]
%0 = linear("x", @"w16") name="fc16" : f32[20]
"y16", "y17", "y18", "y19", %1 = split(%0) {sizes=[1,1,1,1,16]} name="fc16_split" : f32[1], f32[1], f32[1], f32[1], f32[16]
"y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "y10", "y11", "y12", "y13", "y14", "y15" = split(%1) {sizes=[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]} name="fc0_split" : f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1], f32[1]
output("y0", "y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "y10", "y11", "y12", "y13", "y14", "y15", "y16", "y17", "y18", "y19")
@"w16" = f32[20,3] [16,1,2,17,1,2,18,1,2,19,1,2,0,1,2,1,1,2,2,1,2,3,1,2,4,1,2,5,1,2,6,1,2,7,1,2,8,1,2,9,1,2,10,1,2,11,1,2,12,1,2,13,1,2,14,1,2,15,1,2]
