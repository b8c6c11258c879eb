# The maximum and the sum lose their axis and get it back by views.
test pass recognise_softmax
--- in
"x" = input : f32[3,5,4]
"m" = reduce("x") {op=max, axes=[1], keepdims=false} name="max"
"m1" = unsqueeze("m") {axes=[1]} name="max_back"
"d" = sub("x", "m1") name="centre"
"e" = exp("d") name="exp"
"s" = reduce("e") {axes=[1], keepdims=false} name="sum"
"s1" = reshape("s") {shape=[3,1,4]} name="sum_back"
"y" = div("e", "s1") name="divide"
output("y")
--- remarks
fired: recognise_softmax: max + max_back + centre + exp + sum + sum_back + divide -> divide (softmax)
--- out
"x" = input : f32[3,5,4]
"y" = softmax("x") {axis=1} name="divide" : f32[3,5,4]
output("y")
