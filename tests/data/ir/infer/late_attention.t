# What an SDPA of ncnn reads of its inputs, once their ranks are known.
test infer
--- in
"q" = input : f32[t,8]
"k" = input : f32[1,s,8]
"v" = input : f32[9,4]
"w" = input : f32[2,7,8]
"x" = input : f32[2,9,8]
"u" = input : f32[?]
%0 = ncnn.as_heads("q")
%1 = ncnn.as_heads("k")
%2 = ncnn.as_heads("v", "k")
%3 = ncnn.as_heads("w")
%4 = ncnn.as_heads("x", "w")
%5 = ncnn.as_heads("u")
%6 = ncnn.as_heads("u", "w")
"a" = attention(%0, %1, %2) name="a"
"b" = attention(%3, %3, %4) name="b"
"c" = attention(%5, %3, %6) name="c"
output("a", "b", "c")
--- out
"q" = input : f32[t,8]
"k" = input : f32[1,9,8]
"v" = input : f32[9,4]
"w" = input : f32[2,7,8]
"x" = input : f32[2,9,8]
"u" = input : f32[?]
%0 = unsqueeze("q") {axes=[0]} : f32[1,t,8]
%1 = unsqueeze("v") {axes=[0]} : f32[1,9,4]
%2 = ncnn.as_heads("x", "w") : f32[2,7,8]
%3 = ncnn.as_heads("u") : f32[_,_,8]
%4 = ncnn.as_heads("u", "w") : f32[2,7,_]
"a" = attention(%0, "k", %1) name="a" : f32[1,t,4]
"b" = attention("w", "w", %2) name="b" : f32[2,7,8]
"c" = attention(%3, "w", %4) name="c" : f32[%3.0,%3.1,%4.2]
output("a", "b", "c")
