# Not merged: as flat vectors they meet, as matrices they do not.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3]
"y" = input : f32[3,2]
"a" = reshape("x") {shape=[-1]} name="flatten1"
"b" = reshape("y") {shape=[-1]} name="flatten2"
"s" = add("a", "b") name="add1"
output("s")
--- remarks
--- out
same
