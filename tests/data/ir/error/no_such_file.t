# Weights in a file that is not there.
test error
--- in
"x" = input : f32[2]
"y" = add("x", @"k")
output("y")
@"k" = f32[2] file "no/such/file.bin"@64
--- error
E_IO: in:4:20: no/such/file.bin: cannot be opened: No such file or directory
