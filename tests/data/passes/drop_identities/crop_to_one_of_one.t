# What is cropped to one column has no more than one: sizes that are tried keep to that.
test pass drop_identities
--- in
"x" = input : f32[1,n]
"a" = ncnn.crop("x") {starts=[10], ends=[-233], axes=[1]} name="a"
"b" = ncnn.crop("a") {starts=[5], ends=[6], axes=[1]} name="b"
"y" = ncnn.crop("b") {starts=[0], ends=[1], axes=[1]} name="c"
output("y")
--- remarks
fired: drop_identities: c removed
--- out
"x" = input : f32[1,n]
"a" = slice("x") {starts=[10], ends=[2147483647], axes=[1]} name="a" : f32[1,max(0,n-10)]
"y" = slice("a") {starts=[5], ends=[6], axes=[1]} name="b" : f32[1,max(0,min(6,max(0,n-10))-5)]
output("y")
