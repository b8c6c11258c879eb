# Not a softplus: the logarithm has another base.
test pass recognise_activation
--- in
"x" = input : f32[4]
"e" = exp("x") name="exp1"
"y" = ncnn.log("e") {base=2, shift=1} name="log1"
output("y")
--- remarks
fired: recognise_activation: exp1 -> log1 (softplus)
--- out
"x" = input : f32[4]
%0 = softplus("x") name="log1" : f32[4]
"y" = mul(%0, @%0) name="log1" : f32[4]
output("y")
@%0 = f32[] [1.442695]
