# Not merged: the flat value is needed anyway, so nothing would be saved.
test pass merge_views
--- in
"x" = input : f32[2,3,4]
"a" = reshape("x") {shape=[-1]} name="flatten1"
"b" = reshape("a") {shape=[6,4]} name="reshape1"
"t" = tanh("a") name="tanh1"
output("b", "t")
--- remarks
missed: merge_views: flatten1 + reshape1: the output in between has another reader: tanh1
--- out
same
