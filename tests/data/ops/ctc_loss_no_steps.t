# No step spells no label and nothing else; no room for labels is one path, of blanks.
test run
--- in
"x" = input : f32[0,2,3]
"z" = input : f32[3,2,3]
"dy" = input : f32[2]
"a" = ctc_loss("x", @"t")
"c" = ctc_loss_gradient("dy", "z", @"none")
output("a", "c")
@"t" = i32[2,2] [-1,-1,2,-1]
@"none" = i32[2,0] []
--- feed
x 0,2,3
z 3,2,3
dy 2
--- results
a 2: 0 inf
c 3,2,3: 0.53 0 0 0.342 0 0 0.53 0 0 0.342 0 0 0.53 0 0 0.342 0 0
