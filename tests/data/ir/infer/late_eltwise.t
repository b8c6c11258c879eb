# An Eltwise is a sum, or products or maxima in a row, of values of one shape. It stays where they have several.
test infer
--- in
"x" = input : f32[8,h,w]
"z" = input : f32[8,h,w]
"u" = input : f32[?]
"v" = input : f32[?]
"n" = input : f32[8,5,6]
"m" = input : f32[8,7,6]
"a" = ncnn.eltwise("x", "z") {op=sum} name="a"
"b" = ncnn.eltwise("x", "z", "x") {op=sum, coeffs=[1,0.5,2,3]} name="b"
"c" = ncnn.eltwise("x", "z") name="c"
"d" = ncnn.eltwise("x", "z", "a") {op=max} name="d"
"e" = ncnn.eltwise("u", "v") {op=sum} name="e"
"f" = ncnn.eltwise("x", "u") {op=sum} name="f"
"g" = ncnn.eltwise("n", "m") {op=sum} name="g"
output("a", "b", "c", "d", "e", "f", "g")
--- out
"x" = input : f32[8,h,w]
"z" = input : f32[8,h,w]
"u" = input : f32[?]
"v" = input : f32[?]
"n" = input : f32[8,5,6]
"m" = input : f32[8,7,6]
"a" = sum("x", "z") name="a" : f32[8,h,w]
"b" = sum("x", "z", "x") {coeffs=[1,0.5,2]} name="b" : f32[8,h,w]
"c" = mul("x", "z") name="c" : f32[8,h,w]
%0 = max("x", "z") name="d" : f32[8,h,w]
"d" = max(%0, "a") name="d" : f32[8,h,w]
"e" = sum("u", "v") name="e" : f32[?]
"f" = sum("x", "u") name="f" : f32[8,h,w]
"g" = ncnn.eltwise("n", "m") {op=sum} name="g" : f32[8,5,6]
output("a", "b", "c", "d", "e", "f", "g")
