# On the left side of a subtraction and a division (ncnn: RSUB, RDIV), and of a power.
test pass scalar_operands
--- in
"x" = input : f32[3]
"a" = sub(@"k", "x") name="sub1"
"b" = div(@"k", "a") name="div1"
"y" = pow(@"k", "b") name="pow1"
output("y")
@"k" = f32[1] [2.5]
--- remarks
fired: scalar_operands: sub1 -> sub1 (sub), the constant 2.5 becomes a scalar
fired: scalar_operands: div1 -> div1 (div), the constant 2.5 becomes a scalar
fired: scalar_operands: pow1 -> pow1 (pow), the constant 2.5 becomes a scalar
--- out
"x" = input : f32[3]
"a" = sub(@%0, "x") name="sub1" : f32[3]
"b" = div(@%1, "a") name="div1" : f32[3]
"y" = pow(@%2, "b") name="pow1" : f32[3]
output("y")
@%0 = f32[] [2.5]
@%1 = f32[] [2.5]
@%2 = f32[] [2.5]
