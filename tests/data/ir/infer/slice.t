# Sizes of slices: what is cut at the ends, steps, and places whose sign is not known.
test infer
--- in
"x" = input : f32[c,h,w]
"u" = input : f32[?]
"a" = slice("x") {starts=[2,1], ends=[2147483647,5], axes=[1,2]}
"b" = slice("x") {starts=[-3], ends=[2147483647], axes=[2]}
"c" = slice("x") {starts=[0], ends=[-1], axes=[2], steps=[2]}
"d" = slice("x") {starts=[-1], ends=[-2147483648], axes=[2], steps=[-1]}
"e" = slice("x") {starts=["x.1-1"], ends=["x.1"], axes=[1]}
"f" = slice("x") {starts=["x.1-4"], ends=["x.1"], axes=[1]}
"g" = slice("u") {starts=[0], ends=[1]}
"h" = slice("x", "u") {starts=[0], ends=["ref.0"]}
output("a", "b", "c", "d", "e", "f", "g", "h")
--- out
"x" = input : f32[c,h,w]
"u" = input : f32[?]
"a" = slice("x") {starts=[2,1], ends=[2147483647,5], axes=[1,2]} : f32[c,max(0,h-2),min(5,w)-1]
"b" = slice("x") {starts=[-3], ends=[2147483647], axes=[2]} : f32[c,h,w-max(0,w-3)]
"c" = slice("x") {starts=[0], ends=[-1], axes=[2], steps=[2]} : f32[c,h,floordiv(w,2)]
"d" = slice("x") {starts=[-1], ends=[-2147483648], axes=[2], steps=[-1]} : f32[c,h,w]
"e" = slice("x") {starts=["x.1-1"], ends=["x.1"], axes=[1]} : f32[c,1,w]
"f" = slice("x") {starts=["x.1-4"], ends=["x.1"], axes=[1]} : f32[c,_,w]
"g" = slice("u") {starts=[0], ends=[1]} : f32[?]
"h" = slice("x", "u") {starts=[0], ends=["ref.0"]} : f32[_,h,w]
output("a", "b", "c", "d", "e", "f", "g", "h")
