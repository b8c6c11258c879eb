# With steps: of rows of so many elements one each. Where the last row is not whole, rows begin behind the first element; where there are not enough, or backwards, it stays.
test pass legalize
--- in
"x" = input : f32[3,8,7]
"h" = slice("x") {starts=[1], ends=[2147483647], axes=[1], steps=[2]} name="h"
"w" = slice("x") {starts=[1], ends=[6], axes=[2], steps=[3]} name="w"
"both" = slice("x") {starts=[0,1], ends=[8,7], axes=[1,2], steps=[4,2]} name="both"
"short" = slice("x") {starts=[0], ends=[7], axes=[2], steps=[2]} name="short"
"back" = slice("x") {starts=[-1], ends=[-2147483647], axes=[1], steps=[-1]} name="back"
output("h", "w", "both", "short", "back")
--- out
"x" = input : f32[3,8,7]
%0 = reshape("x") {shape=[12,2,7]} : f32[12,2,7]
%1 = slice(%0) {starts=[1], ends=[2], axes=[1]} name="h" : f32[12,1,7]
"h" = reshape(%1) {shape=[3,4,7]} : f32[3,4,7]
%2 = slice("x") {starts=[0], ends=[6], axes=[2]} name="w" : f32[3,8,6]
%3 = reshape(%2) {shape=[48,3,1]} : f32[48,3,1]
%4 = slice(%3) {starts=[1], ends=[2], axes=[1]} name="w" : f32[48,1,1]
"w" = reshape(%4) {shape=[3,8,2]} : f32[3,8,2]
%5 = reshape("x") {shape=[6,4,7]} : f32[6,4,7]
%6 = slice(%5) {starts=[0], ends=[1], axes=[1]} name="both" : f32[6,1,7]
%7 = reshape(%6) {shape=[3,2,7]} : f32[3,2,7]
%8 = slice(%7) {starts=[0], ends=[6], axes=[2]} name="both" : f32[3,2,6]
%9 = reshape(%8) {shape=[18,2,1]} : f32[18,2,1]
%10 = slice(%9) {starts=[1], ends=[2], axes=[1]} name="both" : f32[18,1,1]
"both" = reshape(%10) {shape=[3,2,3]} : f32[3,2,3]
"short" = slice("x") {starts=[0], ends=[7], axes=[2], steps=[2]} name="short" : f32[3,8,4]
"back" = slice("x") {starts=[-1], ends=[-2147483647], axes=[1], steps=[-1]} name="back" : f32[3,8,7]
output("h", "w", "both", "short", "back")
