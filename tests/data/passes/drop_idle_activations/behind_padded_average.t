# Not removed: padding counts as 0, which is below.
test pass drop_idle_activations
--- in
"x" = input : f32[1,2,6,6]
"s" = clip("x") {min=1, max=2} name="s"
"a" = average_pool("s") {kernel=[2,2], pad_begin=[1,1], count_include_pad=1} name="a"
"t" = clip("a") {min=1, max=2} name="c"
output("t")
--- out
same
