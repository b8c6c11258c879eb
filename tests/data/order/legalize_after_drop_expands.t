# An expand that is a tile of a view already stays, though what reads it broadcasts.
test order drop_expands legalize
--- in
"x" = input : f32[4,1]
"y" = input : f32[4,5]
"e" = expand("x") {shape=[4,5]} name="e"
"m" = mul("y", "e") name="mul"
output("m")
--- cost
as declared: 3 layers, 0 MACs, 20 other operations, 0 bytes
exchanged:   4 layers, 0 MACs, 20 other operations, 0 bytes
