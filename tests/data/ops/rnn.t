# Both directions.
test run
--- in
"x" = input name="x"
"out" = rnn("x", @"l.weight_xc", @"l.bias_c", @"l.weight_hc") {num_output=2, direction=bidirectional, merge_directions=true} name="l"
output("out")
@"l.weight_xc" = f32[2,2,3] [-0.07,0.97,0.81,0.22,-0.65,0.62,0.23,-0.81,0.21,-0.54,0.45,-0.71]
@"l.bias_c" = f32[2,1,2] [-0.7,-0.77,0.64,-0.57]
@"l.weight_hc" = f32[2,2,2] [0.51,0.45,0.76,-0.42,-0.1,-0.69,0.96,-0.9]
--- feed
x 3,3
--- results
out 3,4: -0.977892 0.496974 0.907031 -0.994317 -0.909942 -0.998002 -0.148141 0.996779 -0.987108 -0.316394 0.897777 -0.732694
