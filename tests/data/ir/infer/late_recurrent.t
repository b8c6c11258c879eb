# What a recurrent layer of ncnn reads of its input, once its rank is known.
test infer
--- in
"v" = input : f32[3]
"i" = input : f32[1,t,3]
"j" = input : f32[2,t,3]
"u" = input : f32[?]
%0 = ncnn.first_matrix("v") {size=3}
%1 = ncnn.first_matrix("i") {size=3}
%2 = ncnn.first_matrix("j") {size=3}
%3 = ncnn.first_matrix("u") {size=3}
"a" = rnn(%0, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="a"
"b" = rnn(%1, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="b"
"c" = rnn(%2, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="c"
"d" = rnn(%3, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="d"
"e", "f" = rnn("j", @"x", @"b", @"h") {num_output=2} name="e"
output("a", "b", "c", "d", "e", "f")
@"x" = f32[1,2,3] zeros
@"b" = f32[1,1,2] zeros
@"h" = f32[1,2,2] zeros
--- out
"v" = input : f32[3]
"i" = input : f32[1,t,3]
"j" = input : f32[2,t,3]
"u" = input : f32[?]
%0 = unsqueeze("v") {axes=[0]} : f32[1,3]
%1 = squeeze("i") {axes=[0]} : f32[t,3]
%2 = ncnn.first_matrix("j") {size=3} : f32[t,3]
%3 = ncnn.first_matrix("u") {size=3} : f32[_,3]
"a" = rnn(%0, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="a" : f32[1,2]
"b" = rnn(%1, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="b" : f32[t,2]
"c" = rnn(%2, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="c" : f32[t,2]
"d" = rnn(%3, @"x", @"b", @"h") {num_output=2, merge_directions=true} name="d" : f32[%3.0,2]
"e", "f" = rnn("j", @"x", @"b", @"h") {num_output=2} name="e" : f32[2,1,t,2], f32[1,t,2]
output("a", "b", "c", "d", "e", "f")
@"x" = f32[1,2,3] ...
@"b" = f32[1,1,2] ...
@"h" = f32[1,2,2] ...
