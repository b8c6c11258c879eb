# Means of integers are cut towards 0 one by one; their sums are merged.
test optimize
--- in
"x" = input : i32[2,3]
"s" = reduce("x") {op=mean, axes=[1]}
"m" = reduce("s") {op=mean, axes=[0]}
"a" = reduce("x") {op=sum, axes=[1]}
"b" = reduce("a") {op=sum, axes=[0]}
output("m", "b")
--- out
"x" = input : i32[2,3]
"s" = reduce("x") {op=mean, axes=[1]} : i32[2,1]
"m" = reduce("s") {op=mean, axes=[0]} : i32[1,1]
"b" = reduce("x") {axes=[0,1]} : i32[1,1]
output("m", "b")
