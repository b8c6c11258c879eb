# A difference does.
test pass merge_duplicates
--- in
"x" = input : f32[2,3]
"y" = input : f32[2,3]
"a" = sub("x", "y") name="sub1"
"b" = sub("y", "x") name="sub2"
"e" = concat("a", "b") name="concat1"
output("e")
--- remarks
--- out
same
