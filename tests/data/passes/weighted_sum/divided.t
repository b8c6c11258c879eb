# Not a factor: the number is above.
test pass weighted_sum
--- in
"a" = input : f32[2,3]
"b" = input : f32[2,3]
"q" = div(@"four", "a") name="div1"
"y" = sub("b", "q") name="sub1"
output("y")
@"four" = f32[] [4]
--- remarks
--- out
same
