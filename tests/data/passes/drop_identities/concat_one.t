# A concat of one part, a split into one part, a permutation that permutes nothing.
test pass drop_identities
--- in
"x" = input : f32[2,4,4]
"a" = tanh("x") name="tanh1"
"b" = concat("a") name="concat1"
"c" = split("b") {axis=0, sizes=[2]} name="split1"
"y" = ncnn.permute("c") name="permute1"
output("y")
--- remarks
fired: drop_identities: concat1 removed
fired: drop_identities: split1 removed
fired: drop_identities: permute1 removed
--- out
"x" = input : f32[2,4,4]
"y" = tanh("x") name="tanh1" : f32[2,4,4]
output("y")
