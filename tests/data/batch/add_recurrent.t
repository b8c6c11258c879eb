# A recurrent operator, its states being inputs and outputs of the network.
test batch add 3
--- in
"x" = input : f32[5,4]
"h" = input : f32[1,6]
"c" = input : f32[1,6]
"y", "hn", "cn" = lstm("x", @"w", @"b", @"r", _, "h", "c") {num_output=6, hidden_size=6} name="memory"
"z" = relu("y") name="act"
output("z", "hn", "cn")
@"w" = f32[1,24,4] seed 1
@"b" = f32[1,4,6] seed 2
@"r" = f32[1,24,6] seed 3
--- out
"x" = input : f32[3,5,4]
"h" = input : f32[3,1,6]
"c" = input : f32[3,1,6]
%0 = slice("x") {starts=[0], ends=[1], axes=[0]} : f32[1,5,4]
%1 = reshape(%0) {shape=[5,4]} : f32[5,4]
%2 = slice("h") {starts=[0], ends=[1], axes=[0]} : f32[1,1,6]
%3 = reshape(%2) {shape=[1,6]} : f32[1,6]
%4 = slice("c") {starts=[0], ends=[1], axes=[0]} : f32[1,1,6]
%5 = reshape(%4) {shape=[1,6]} : f32[1,6]
%6, %7, %8 = lstm(%1, @"w", @"b", @"r", _, %3, %5) {num_output=6} name="memory/0" : f32[5,1,6], f32[1,6], f32[1,6]
%9 = reshape(%6) {shape=[1,5,1,6]} : f32[1,5,1,6]
%10 = reshape(%7) {shape=[1,1,6]} : f32[1,1,6]
%11 = reshape(%8) {shape=[1,1,6]} : f32[1,1,6]
%12 = slice("x") {starts=[1], ends=[2], axes=[0]} : f32[1,5,4]
%13 = reshape(%12) {shape=[5,4]} : f32[5,4]
%14 = slice("h") {starts=[1], ends=[2], axes=[0]} : f32[1,1,6]
%15 = reshape(%14) {shape=[1,6]} : f32[1,6]
%16 = slice("c") {starts=[1], ends=[2], axes=[0]} : f32[1,1,6]
%17 = reshape(%16) {shape=[1,6]} : f32[1,6]
%18, %19, %20 = lstm(%13, @"w", @"b", @"r", _, %15, %17) {num_output=6} name="memory/1" : f32[5,1,6], f32[1,6], f32[1,6]
%21 = reshape(%18) {shape=[1,5,1,6]} : f32[1,5,1,6]
%22 = reshape(%19) {shape=[1,1,6]} : f32[1,1,6]
%23 = reshape(%20) {shape=[1,1,6]} : f32[1,1,6]
%24 = slice("x") {starts=[2], ends=[3], axes=[0]} : f32[1,5,4]
%25 = reshape(%24) {shape=[5,4]} : f32[5,4]
%26 = slice("h") {starts=[2], ends=[3], axes=[0]} : f32[1,1,6]
%27 = reshape(%26) {shape=[1,6]} : f32[1,6]
%28 = slice("c") {starts=[2], ends=[3], axes=[0]} : f32[1,1,6]
%29 = reshape(%28) {shape=[1,6]} : f32[1,6]
%30, %31, %32 = lstm(%25, @"w", @"b", @"r", _, %27, %29) {num_output=6} name="memory/2" : f32[5,1,6], f32[1,6], f32[1,6]
%33 = reshape(%30) {shape=[1,5,1,6]} : f32[1,5,1,6]
%34 = reshape(%31) {shape=[1,1,6]} : f32[1,1,6]
%35 = reshape(%32) {shape=[1,1,6]} : f32[1,1,6]
"y" = concat(%9, %21, %33) name="memory" : f32[3,5,1,6]
"hn" = concat(%10, %22, %34) : f32[3,1,6]
"cn" = concat(%11, %23, %35) : f32[3,1,6]
"z" = relu("y") name="act" : f32[3,5,1,6]
output("z", "hn", "cn")
@"w" = f32[1,24,4] ...
@"b" = f32[1,4,6] ...
@"r" = f32[1,24,6] ...
