# Lines over several axes, the three ways to keep a divisor from 0, and a scale of channels.
test run
--- in
"a" = lp_normalization(@"x", @"s") {axis=0, n_axes=2, epsilon=1}
"b" = lp_normalization(@"x") {axis=1, n_axes=2, epsilon=6, epsilon_rule=least_norm}
"c" = lp_normalization(@"x", @"t") {axis=1, n_axes=2, epsilon=16, epsilon_rule=least_sum}
"d" = lp_normalization(@"x") {axis=2}
"e" = lp_normalization(@"x") {axis=2, epsilon_rule=unguarded}
"f" = is_nan("e")
output("a", "b", "c", "d", "f")
@"x" = f32[2,1,2] [3,4,0,0]
@"s" = f32[2,1,1] [10,100]
@"t" = f32[1] [2]
--- results
a 2,1,2: 9.48683 9.70142 0 0
b 2,1,2: 0.5 0.666667 0 0
c 2,1,2: 1.2 1.6 0 0
d 2,1,2: 0.6 0.8 0 0
f 2,1,2: 0 0 1 1
