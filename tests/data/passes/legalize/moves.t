# Runs of constant indices are slices, also of what only a view has too many axes of; copies are tiles; slopes that run along another axis than the first are there when the axes are turned. Too many runs, indices that are computed, and boxes of five axes, stay.
test pass legalize
--- in
"x" = input : f32[6,4,3]
"one" = gather("x", @"1") {axis=1} name="one"
"run" = gather("x", @"run") {axis=0} name="run"
"last" = gather("x", @"last") {axis=2} name="last"
"twice" = gather("x", @"square") {axis=1} name="twice"
"view" = reshape("x") {shape=[2,3,1,4,3]} name="view"
"half" = gather("view", @"1") {axis=0} name="half"
"inner" = gather("view", @"0") {axis=1} name="inner"
"v" = input : f32[1,40]
"many" = gather("v", @"many") {axis=1} name="many"
"i" = input : i64[2]
"fed" = gather("v", "i") {axis=1} name="fed"
"e" = expand("one") {shape=[2,6,3]} name="e"
"e2" = expand("v") {shape=[3,2,40]} name="e2"
"p" = prelu("x", @"slopes") name="p"
"q" = prelu("x", @"rows") name="q"
"r" = prelu("x", @"all") name="r"
"five" = input : f32[2,1,3,2,2]
"cut" = slice("five") {starts=[0], ends=[2], axes=[2]} name="cut"
output("cut", "run", "last", "twice", "half", "inner", "many", "fed", "e", "e2", "p", "q", "r")
@"0" = i64[] [0]
@"1" = i64[] [1]
@"run" = i64[3] [2,3,4]
@"last" = i64[3] [-1,-3,-2]
@"square" = i64[2,2] [0,1,1,2]
@"many" = i64[34] [0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,0,2,4,6,8,10,12,14,16,18,20,22,24,26]
@"slopes" = f32[3] [0.1,0.2,0.3]
@"rows" = f32[4,1] [0.1,0.2,0.3,0.4]
@"all" = f32[4,3] seed 1
--- remarks
fired: legalize: one -> reshape #50 (reshape)
fired: legalize: run -> run (slice)
fired: legalize: last -> last (concat)
fired: legalize: twice -> reshape #66 (reshape)
fired: legalize: view + half -> reshape #72 (reshape)
fired: legalize: view + inner -> reshape #78 (reshape)
fired: legalize: e -> e (tile)
fired: legalize: e2 -> e2 (tile)
fired: legalize: p -> p (transpose)
fired: legalize: q -> q (transpose)
missed: legalize: many: ncnn does not have this gather, and no other words for it were found
missed: legalize: fed: ncnn does not have this gather, and no other words for it were found
missed: legalize: r: ncnn does not have this prelu, and no other words for it were found
missed: legalize: cut: ncnn does not have this slice, and no other words for it were found
--- out
"x" = input : f32[6,4,3]
%0 = slice("x") {starts=[1], ends=[2], axes=[1]} name="one" : f32[6,1,3]
"one" = reshape(%0) {shape=[6,3]} : f32[6,3]
"run" = slice("x") {starts=[2], ends=[5], axes=[0]} name="run" : f32[3,4,3]
%1 = slice("x") {starts=[2], ends=[3], axes=[2]} name="last" : f32[6,4,1]
%2 = slice("x") {starts=[0], ends=[2], axes=[2]} name="last" : f32[6,4,2]
"last" = concat(%1, %2) {axis=2} name="last" : f32[6,4,3]
%3 = slice("x") {starts=[0], ends=[2], axes=[1]} name="twice" : f32[6,2,3]
%4 = slice("x") {starts=[1], ends=[3], axes=[1]} name="twice" : f32[6,2,3]
%5 = concat(%3, %4) {axis=1} name="twice" : f32[6,4,3]
"twice" = reshape(%5) {shape=[6,2,2,3]} : f32[6,2,2,3]
%6 = reshape("x") {shape=[1,2,36]} : f32[1,2,36]
%7 = slice(%6) {starts=[1], ends=[2], axes=[1]} name="half" : f32[1,1,36]
"half" = reshape(%7) {shape=[3,1,4,3]} : f32[3,1,4,3]
%8 = reshape("x") {shape=[2,3,12]} : f32[2,3,12]
%9 = slice(%8) {starts=[0], ends=[1], axes=[1]} name="inner" : f32[2,1,12]
"inner" = reshape(%9) {shape=[2,1,4,3]} : f32[2,1,4,3]
"v" = input : f32[1,40]
"many" = gather("v", @"many") {axis=1} name="many" : f32[1,34]
"i" = input : i64[2]
"fed" = gather("v", "i") {axis=1} name="fed" : f32[1,2]
%10 = reshape("one") {shape=[1,6,3]} : f32[1,6,3]
"e" = tile(%10) {repeats=[2,1,1]} name="e" : f32[2,6,3]
%11 = reshape("v") {shape=[1,1,40]} : f32[1,1,40]
"e2" = tile(%11) {repeats=[3,2,1]} name="e2" : f32[3,2,40]
%12 = transpose("x") {perm=[2,0,1]} name="p" : f32[3,6,4]
%13 = prelu(%12, @"slopes") name="p" : f32[3,6,4]
"p" = transpose(%13) {perm=[1,2,0]} name="p" : f32[6,4,3]
%14 = transpose("x") {perm=[1,0,2]} name="q" : f32[4,6,3]
%15 = prelu(%14, @"rows") name="q" : f32[4,6,3]
"q" = transpose(%15) {perm=[1,0,2]} name="q" : f32[6,4,3]
"r" = prelu("x", @"all") name="r" : f32[6,4,3]
"five" = input : f32[2,1,3,2,2]
"cut" = slice("five") {starts=[0], ends=[2], axes=[2]} name="cut" : f32[2,1,2,2,2]
output("cut", "run", "last", "twice", "half", "inner", "many", "fed", "e", "e2", "p", "q", "r")
@"many" = i64[34] [0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,0,2,4,6,8,10,12,14,16,18,20,22,24,26]
@"slopes" = f32[3,1,1] [0.1,0.2,0.3]
@"rows" = f32[4,1,1] [0.1,0.2,0.3,0.4]
@"all" = f32[4,3] [2.157965,-0.8488455,0.05041678,-1.2028497,-0.8787738,-1.1782329,0.959425,-1.0586419,-0.31290758,-0.22878152,-1.5349666,-1.8129807]
