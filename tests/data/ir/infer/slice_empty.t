# What lies outside is cut off, and a box may be empty: no size is below 0, of sizes that may be 0 as of others.
test infer
--- in
"x" = input : f32[h,n>=0]
"a" = slice("x") {starts=[5], ends=[2147483647], axes=[0]}
"b" = slice("x") {starts=[1], ends=[3], axes=[1], steps=[-2]}
"c" = slice("x") {starts=[-2], ends=[2147483647], axes=[1]}
"d" = slice("x") {starts=[1], ends=[-1], axes=[1]}
"e" = slice("a") {starts=[2], ends=[2147483647], axes=[0]}
output("a", "b", "c", "d", "e")
--- out
"x" = input : f32[h,n>=0]
"a" = slice("x") {starts=[5], ends=[2147483647], axes=[0]} : f32[max(0,h-5),n>=0]
"b" = slice("x") {starts=[1], ends=[3], axes=[1], steps=[-2]} : f32[h,0]
"c" = slice("x") {starts=[-2], ends=[2147483647], axes=[1]} : f32[h,(n>=0)-max((n>=0)-2,0)]
"d" = slice("x") {starts=[1], ends=[-1], axes=[1]} : f32[h,max((n>=0)-2,0)]
"e" = slice("a") {starts=[2], ends=[2147483647], axes=[0]} : f32[max(0,h-7),n>=0]
output("a", "b", "c", "d", "e")
