# What ncnn.pooling is, by sizes: ceil_mode where the window fits for certain and is not shorter than its step and the end's pads, pads else; where given pads are left out of a SAME-padded x it stays.
test infer
--- in
"x" = input : f32[3,h,w]
"k" = input : f32[3,5,6]
"m" = input {rank=3} : f32[3,_,_]
"a" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2]}
"b" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]}
"c" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], kind=avg, count_include_pad=true}
"d" = ncnn.pooling("k") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], kind=avg, count_include_pad=true}
"e" = ncnn.pooling("k") {kernel=[2,2], stride=[3,3], kind=avg}
"f" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2], pad_mode=same_upper, kind=avg}
"g" = ncnn.pooling("x") {kernel=[2,2], stride=[3,3], pad_mode=same_upper}
"i" = ncnn.pooling("k") {kernel=[2,2], stride=[3,3], pad_mode=same_upper}
"j" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2], pad_mode=same_upper, kind=avg, pad_begin=[1,0]}
"l" = ncnn.pooling("m") {kernel=[3,3], pad_mode=valid}
"n" = ncnn.adaptive_pool("m") {out=[-233,2]}
output("a", "b", "c", "d", "e", "f", "g", "i", "j", "l", "n")
--- out
"x" = input : f32[3,h,w]
"k" = input : f32[3,5,6]
"m" = input {rank=3} : f32[3,_,_]
"a" = ncnn.pooling("x") {kernel=[3,3], stride=[2,2]} : f32[3,_,_]
"b" = max_pool("x") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], ceil_mode=true} : f32[3,floordiv(h,2)+1,floordiv(w,2)+1]
"c" = ncnn.pooling("x") {kind=avg, kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], count_include_pad=true} : f32[3,floordiv(h,2)+1,floordiv(w,2)+1]
"d" = average_pool("k") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,2], count_include_pad=true} : f32[3,3,4]
"e" = average_pool("k") {kernel=[2,2], stride=[3,3], pad_end=[0,2]} : f32[3,2,3]
"f" = average_pool("x") {kernel=[3,3], stride=[2,2], pad_mode=same_upper, count_include_pad=true} : f32[3,floordiv(h+1,2),floordiv(w+1,2)]
"g" = max_pool("x") {kernel=[2,2], stride=[3,3], pad_mode=same_upper} : f32[3,floordiv(h+2,3),floordiv(w+2,3)]
"i" = max_pool("k") {kernel=[2,2], stride=[3,3], pad_mode=same_upper} : f32[3,2,2]
"j" = ncnn.pooling("x") {kind=avg, kernel=[3,3], stride=[2,2], pad_begin=[1,0], pad_mode=same_upper} : f32[3,floordiv(h+1,2),floordiv(w+1,2)]
"l" = max_pool("m") {kernel=[3,3]} : f32[3,"m".1-2,"m".2-2]
"n" = adaptive_max_pool("m") {out=[0,2]} : f32[3,"m".1,2]
output("a", "b", "c", "d", "e", "f", "g", "i", "j", "l", "n")
