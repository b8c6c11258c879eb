# Swapping the last two axes twice does nothing on any rank.
test pass merge_permutes
--- in
"x" = input : f32[?]
"r" = relu("x") name="relu1"
"a" = permute("r") {code=1} name="permute1"
"b" = permute("a") {code=1} name="permute2"
output("b")
--- remarks
fired: merge_permutes: permute1 + permute2 removed
--- out
"x" = input : f32[?]
"b" = relu("x") name="relu1" : f32[?]
output("b")
