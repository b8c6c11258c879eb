# Indices of a maximum count through all of its input: a pooling that has them is there once for each image, and one whose indices nobody reads is not.
test batch add 2
--- in
"x" = input : f32[3,4,4]
"y", "i" = max_pool("x") {kernel=[2,2], stride=[2,2]} name="pool"
"u" = max_unpool("y", "i") {kernel=[2,2], stride=[2,2]} name="back"
"z", "k" = max_pool("u") {kernel=[3,3]} name="other"
output("u", "z")
--- out
"x" = input : f32[2,3,4,4]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,3,4,4]
%1 = reshape(%0) {shape=[3,4,4]} : f32[3,4,4]
%2, %3 = max_pool(%1) {kernel=[2,2], stride=[2,2]} name="pool/0" : f32[3,2,2], i64[3,2,2]
%4 = reshape(%2) {shape=[1,3,2,2]} : f32[1,3,2,2]
%5 = reshape(%3) {shape=[1,3,2,2]} : i64[1,3,2,2]
%6 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,3,4,4]
%7 = reshape(%6) {shape=[3,4,4]} : f32[3,4,4]
%8, %9 = max_pool(%7) {kernel=[2,2], stride=[2,2]} name="pool/1" : f32[3,2,2], i64[3,2,2]
%10 = reshape(%8) {shape=[1,3,2,2]} : f32[1,3,2,2]
%11 = reshape(%9) {shape=[1,3,2,2]} : i64[1,3,2,2]
"y" = concat(%4, %10) name="pool" : f32[2,3,2,2]
"i" = concat(%5, %11) : i64[2,3,2,2]
%12 = slice("y") {starts=[0], ends=[1], axes=[0]} : f32[1,3,2,2]
%13 = reshape(%12) {shape=[3,2,2]} : f32[3,2,2]
%14 = slice("i") {starts=[0], ends=[1], axes=[0]} : i64[1,3,2,2]
%15 = reshape(%14) {shape=[3,2,2]} : i64[3,2,2]
%16 = max_unpool(%13, %15) {kernel=[2,2], stride=[2,2]} name="back/0" : f32[3,4,4]
%17 = reshape(%16) {shape=[1,3,4,4]} : f32[1,3,4,4]
%18 = slice("y") {starts=[1], ends=[2], axes=[0]} : f32[1,3,2,2]
%19 = reshape(%18) {shape=[3,2,2]} : f32[3,2,2]
%20 = slice("i") {starts=[1], ends=[2], axes=[0]} : i64[1,3,2,2]
%21 = reshape(%20) {shape=[3,2,2]} : i64[3,2,2]
%22 = max_unpool(%19, %21) {kernel=[2,2], stride=[2,2]} name="back/1" : f32[3,4,4]
%23 = reshape(%22) {shape=[1,3,4,4]} : f32[1,3,4,4]
"u" = concat(%17, %23) name="back" : f32[2,3,4,4]
"z", "k" = max_pool("u") {kernel=[3,3]} name="other" : f32[2,3,2,2], i64[2,3,2,2]
output("u", "z")
