# ncnn.padding is pad where the rank is known and its values are one: rank 1 has no rows, front is channels of rank 3 and depths of rank 4. Where they differ from channel to channel, or a reflection may turn round twice, it stays.
test infer
--- in
"x" = input : f32[?]
"v" = input : f32[w]
"m" = input : f32[h,w]
"i" = input : f32[2,h,w]
"d" = input : f32[2,3,h,w]
"a" = ncnn.padding("x") {left=1}
"b" = ncnn.padding("v") {top=2, left=1, value=3}
"c" = ncnn.padding("m") {top=2, right=1, front=4, type=replicate}
"e" = ncnn.padding("i") {bottom=2, right=1, front=1, type=reflect}
"f" = ncnn.padding("i") {top=1, front=2, type=reflect}
"g" = ncnn.padding("d") {behind=2, left=1}
"k" = ncnn.padding("i", @"same") {left=1, front=1}
"l" = ncnn.padding("i", @"other") {left=1}
"n" = ncnn.padding("m", @"other") {left=1}
"o" = ncnn.padding("x")
output("a", "b", "c", "e", "f", "g", "k", "l", "n", "o")
@"same" = f32[3] [2,2,2]
@"other" = f32[2] [1,2]
--- out
"x" = input : f32[?]
"v" = input : f32[w]
"m" = input : f32[h,w]
"i" = input : f32[2,h,w]
"d" = input : f32[2,3,h,w]
"a" = ncnn.padding("x") {left=1} : f32[?]
"b" = pad("v") {pads=[1,0], value=3} : f32[w+1]
"c" = pad("m") {pads=[2,0,0,1], mode=edge} : f32[h+2,w+1]
"e" = pad("i") {pads=[1,0,0,0,2,1], mode=reflect} : f32[3,h+2,w+1]
"f" = ncnn.padding("i") {top=1, front=2, type=reflect} : f32[4,h+1,w]
"g" = pad("d") {pads=[0,0,0,1,0,2,0,0]} : f32[2,5,h,w+1]
"k" = pad("i") {pads=[1,0,1,0,0,0], value=2} : f32[3,h,w+1]
"l" = ncnn.padding("i", @"other") {left=1} : f32[2,h,w+1]
"n" = ncnn.padding("m", @"other") {left=1} : f32[h,w+1]
"o" = identity("x") : f32[?]
output("a", "b", "c", "e", "f", "g", "k", "l", "n", "o")
@"other" = f32[2] ...
