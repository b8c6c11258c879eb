# What a body reads is captured: names are a scope of their own.
test error
--- in
"c" = input : bool[]
"x" = input : f32[2]
"y" = if("c") then {
  output("x")
} else {
  output("x")
}
output("y")
--- error
E_FORMAT: in:4:10: 'x' found, a value defined before expected
