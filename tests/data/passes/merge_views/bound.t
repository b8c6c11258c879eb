# That there are 18 columns is known from the weights that read them; nothing has to say it again.
test pass merge_views
--- in
"x" = input {hint=[2,3,3]} : f32[c,h,w]
"a" = reshape("x") {shape=[-1]} name="flatten1"
"b" = unsqueeze("a") {axes=[0]} name="expand1"
"y" = linear("b", @"w") name="linear1"
output("y")
@"w" = f32[2,18] seed 3
--- remarks
fired: merge_views: flatten1 + expand1 -> flatten1 (reshape)
--- out
"x" = input {hint=[2,3,3]} : f32[c,h,w]
"b" = reshape("x") {shape=[1,-1]} name="flatten1" : f32[1,c*h*w]
"y" = linear("b", @"w") name="linear1" : f32[1,2]
output("y")
@"w" = f32[2,18] [-0.2675228,1.9183116,0.41603485,1.8724313,0.13750325,1.132912,0.039892696,-1.2299982,0.91231275,-0.19156045,0.2659291,0.97381234,-1.312903,-1.2285936,0.053600766,1.420868,-0.5350422,-0.8370175,-1.6297078,-0.7883646,-0.6820663,0.65337586,1.2827998,-0.4628903,-0.4223308,1.0002058,1.6408354,0.904936,-1.4499699,0.26366684,-0.86437845,0.6374744,-0.9071619,-0.9536611,0.34968916,-1.9577333]
