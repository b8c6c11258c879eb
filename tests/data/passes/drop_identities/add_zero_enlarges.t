# Adding zeros that make the result larger.
test pass drop_identities
--- in
"x" = input : f32[1,2,2]
"a" = tanh("x") name="tanh1"
"y" = add("a", @"zero") name="add1"
output("y")
@"zero" = f32[3,1,1] [0,0,0]
--- remarks
--- out
same
