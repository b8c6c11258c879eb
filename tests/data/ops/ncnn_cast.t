# To half and back.
test run
--- in
"x" = input name="x"
"a" = ncnn.cast("x") {type_from=f32, type_to=f16} name="a"
"out" = ncnn.cast("a") {type_from=f16, type_to=f32} name="b"
output("out")
--- feed
x 4
--- results
out 4: 0.992188 -1.59961 0.09198 -1.61035
