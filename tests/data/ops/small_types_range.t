# A number of a file that does not fit is an error, as with the other types.
test error
--- in
"y" = abs(@"x")
output("y")
@"x" = f8e4m3fn[1] [500]
--- error
E_FORMAT: in:3:21: '500' found, which does not fit f8e4m3fn
