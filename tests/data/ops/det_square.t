# A matrix that is not square has none.
test error
--- in
"x" = input : f32[4,2,3]
"y" = det("x")
output("y")
--- error
E_SHAPE: det 'y': columns of x is 3, 2 expected
