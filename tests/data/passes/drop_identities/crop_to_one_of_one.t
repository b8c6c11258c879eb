# What is cropped to one column has no more than one: sizes that are tried keep to that.
test pass drop_identities
--- in
"x" = input : f32[1,n]
"a" = crop("x") {starts=[10], ends=[-233], axes=[1]} name="a"
"b" = crop("a") {starts=[5], ends=[6], axes=[1]} name="b"
"y" = crop("b") {starts=[0], ends=[1], axes=[1]} name="c"
output("y")
--- remarks
fired: drop_identities: c removed
--- out
"x" = input : f32[1,n]
"a" = crop("x") {starts=[10], ends=[-233], axes=[1]} name="a" : f32[1,n-10]
"y" = crop("a") {starts=[5], ends=[6], axes=[1]} name="b" : f32[1,min(6,n-10)-5]
output("y")
