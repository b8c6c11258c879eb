# A slope broadcasts to x alone: where x is the same for all images, there is one node for each.
test batch add 3
--- in
"x" = input : f32[2,1,1]
"p" = prelu(@"k", "x") name="shared_x"
"q" = prelu("x", @"s") name="shared_slope"
"r" = prelu("p", "x") name="both"
output("q", "r")
@"k" = f32[2,3,3] seed 1
@"s" = f32[2,1,1] [0.1,0.2]
--- out
"x" = input : f32[3,2,1,1]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,2,1,1]
%1 = reshape(%0) {shape=[2,1,1]} : f32[2,1,1]
%2 = prelu(@"k", %1) name="shared_x/0" : f32[2,3,3]
%3 = reshape(%2) {shape=[1,2,3,3]} : f32[1,2,3,3]
%4 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,2,1,1]
%5 = reshape(%4) {shape=[2,1,1]} : f32[2,1,1]
%6 = prelu(@"k", %5) name="shared_x/1" : f32[2,3,3]
%7 = reshape(%6) {shape=[1,2,3,3]} : f32[1,2,3,3]
%8 = slice("x") {starts=[2], ends=[3], axes=[0]} : f32[1,2,1,1]
%9 = reshape(%8) {shape=[2,1,1]} : f32[2,1,1]
%10 = prelu(@"k", %9) name="shared_x/2" : f32[2,3,3]
%11 = reshape(%10) {shape=[1,2,3,3]} : f32[1,2,3,3]
"p" = concat(%3, %7, %11) name="shared_x" : f32[3,2,3,3]
"q" = prelu("x", @"s") name="shared_slope" : f32[3,2,1,1]
"r" = prelu("p", "x") name="both" : f32[3,2,3,3]
output("q", "r")
@"k" = f32[2,3,3] ...
@"s" = f32[2,1,1] ...
