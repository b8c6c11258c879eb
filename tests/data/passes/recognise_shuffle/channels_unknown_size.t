# Not recognised: the last reshape says 4, which nothing proves of h.
test pass recognise_shuffle
--- in
"x" = input : f32[6,h,w]
"a" = reshape("x") {shape=[3,2,-1]} name="split"
"b" = transpose("a") {perm=[1,0,2]} name="swap"
"y" = reshape("b") {shape=[6,4,-1]} name="join"
output("y")
--- remarks
missed: recognise_shuffle: split + join: not recognised: the sizes of its input do not prove how its axes are cut
--- out
same
