# Not a clip: a limit for each channel; nor where the constant makes the result larger.
test pass recognise_activation
--- in
"x" = input : f32[1,4,4]
"a" = max("x", @"lo") name="max1"
"y" = min("a", @"hi") name="min1"
output("y")
@"lo" = f32[3,1,1] [0,0,0]
@"hi" = f32[3,1,1] [1,2,3]
--- remarks
--- out
same
