# Which image a region is of depends on an input: one node for each run.
test batch add 2
--- in
"x" = input : f32[2,1,6,7]
"r" = input : f32[1,4]
"i" = input : i64[1]
"y" = roi_align("x", "r", "i") {output_height=1, output_width=2} name="named_by_input"
output("y")
--- out
"x" = input : f32[2,2,1,6,7]
"r" = input : f32[2,1,4]
"i" = input : i64[2,1]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,2,1,6,7]
%1 = reshape(%0) {shape=[2,1,6,7]} : f32[2,1,6,7]
%2 = slice("r") {starts=[0], ends=[1], axes=[0]} : f32[1,1,4]
%3 = reshape(%2) {shape=[1,4]} : f32[1,4]
%4 = slice("i") {starts=[0], ends=[1], axes=[0]} : i64[1,1]
%5 = reshape(%4) {shape=[1]} : i64[1]
%6 = roi_align(%1, %3, %5) {output_width=2} name="named_by_input/0" : f32[1,1,1,2]
%7 = reshape(%6) {shape=[1,1,1,1,2]} : f32[1,1,1,1,2]
%8 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,2,1,6,7]
%9 = reshape(%8) {shape=[2,1,6,7]} : f32[2,1,6,7]
%10 = slice("r") {starts=[1], ends=[2], axes=[0]} : f32[1,1,4]
%11 = reshape(%10) {shape=[1,4]} : f32[1,4]
%12 = slice("i") {starts=[1], ends=[2], axes=[0]} : i64[1,1]
%13 = reshape(%12) {shape=[1]} : i64[1]
%14 = roi_align(%9, %11, %13) {output_width=2} name="named_by_input/1" : f32[1,1,1,2]
%15 = reshape(%14) {shape=[1,1,1,1,2]} : f32[1,1,1,1,2]
"y" = concat(%7, %15) name="named_by_input" : f32[2,1,1,1,2]
output("y")
