# One element, but computed by the network.
test pass scalar_operands
--- in
"x" = input : f32[3]
"k" = input : f32[1]
"y" = add("x", "k") name="add1"
output("y")
--- remarks
--- out
same
