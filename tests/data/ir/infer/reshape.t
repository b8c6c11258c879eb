# Sizes of the target as expressions: over a rank that is not known they say nothing; no axes are none.
test infer
--- in
"x" = input : f32[c,h,w]
"u" = input : f32[?]
"r" = input : f32[n,4]
"one" = input : f32[1,1]
"a" = reshape("x") {shape=["x.0","x.1*x.2"]}
"b" = reshape("x", "r") {shape=["floordiv(ref.0,2)",-1]}
"c" = reshape("u") {shape=["x.1",-1,3]}
"d" = reshape("x", "r", "u") {shape=["ref2.1","max(ref.0,x.0)"]}
"e" = reshape("one")
"f" = unsqueeze("e") {axes=[0,1]}
"g" = squeeze("one")
"h" = unsqueeze("x") {axes=[4,0]}
"i" = squeeze("h") {axes=[0]}
output("a", "b", "c", "d", "e", "f", "g", "h", "i")
--- out
"x" = input : f32[c,h,w]
"u" = input : f32[?]
"r" = input : f32[n,4]
"one" = input : f32[1,1]
"a" = reshape("x") {shape=["x.0","x.1*x.2"]} : f32[c,h*w]
"b" = reshape("x", "r") {shape=["floordiv(ref.0,2)",-1]} : f32[floordiv(n,2),exactdiv(c*h*w,floordiv(n,2))]
"c" = reshape("u") {shape=["x.1",-1,3]} : f32[_,_,3]
"d" = reshape("x", "r", "u") {shape=["ref2.1","max(ref.0,x.0)"]} : f32[_,max(c,n)]
"e" = reshape("one") : f32[]
"f" = unsqueeze("e") {axes=[0,1]} : f32[1,1]
"g" = squeeze("one") : f32[]
"h" = unsqueeze("x") {axes=[4,0]} : f32[1,c,h,w,1]
"i" = squeeze("h") {axes=[0]} : f32[c,h,w,1]
output("a", "b", "c", "d", "e", "f", "g", "h", "i")
