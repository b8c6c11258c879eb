# Of a value of rank 3 a recurrent layer of ncnn reads the first matrix alone: the results are equal.
test run
--- in
"x" = input name="x"
%0 = ncnn.first_matrix("x") {size=3}
%1 = slice("x") {starts=[0], ends=[1], axes=[0]}
%2 = squeeze(%1) {axes=[0]}
"y" = rnn(%0, @"r.weight_xc", @"r.bias_c", @"r.weight_hc") {num_output=2, merge_directions=true} name="r"
"z" = rnn(%2, @"r.weight_xc", @"r.bias_c", @"r.weight_hc") {num_output=2, merge_directions=true} name="s"
output("y", "z")
@"r.weight_xc" = f32[1,2,3] [0.5,-0.25,0.75,1,-0.5,0.25]
@"r.bias_c" = f32[1,1,2] [0.1,-0.2]
@"r.weight_hc" = f32[1,2,2] [0.3,-0.4,0.2,0.6]
--- feed
x 2,3,3
--- results
y 3,2: 0.78757 0.923895 -0.974277 -0.947028 0.341269 -0.677821
z 3,2: 0.78757 0.923895 -0.974277 -0.947028 0.341269 -0.677821
