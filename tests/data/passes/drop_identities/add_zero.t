# Adding 0, multiplying by 1, dividing by 1, the first power, from either side where both sides are the same.
test pass drop_identities
--- in
"x" = input : f32[?]
"a" = tanh("x") name="tanh1"
"b" = add(@"zero", "a") name="add1"
"c" = mul("b", @"one") name="mul1"
"d" = div("c", @"one") name="div1"
"e" = sub("d", @"zero") name="sub1"
"f" = pow("e", @"one") name="pow1"
"g" = sub(@"zero", "f") name="sub2"
output("g")
@"zero" = f32[] [0]
@"one" = f32[] [1]
--- remarks
fired: drop_identities: add1 removed
fired: drop_identities: mul1 removed
fired: drop_identities: div1 removed
fired: drop_identities: sub1 removed
fired: drop_identities: pow1 removed
--- out
"x" = input : f32[?]
"a" = tanh("x") name="tanh1" : f32[?]
"g" = sub(@"zero", "a") name="sub2" : f32[?]
output("g")
@"zero" = f32[] [0]
