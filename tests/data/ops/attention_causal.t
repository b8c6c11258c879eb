# A query looks at the past, and at keys up to its own; what a mask of bools leaves out does not
# count, and a query that looks at nothing gives 0. Scores are capped before.
test run
--- in
"q" = constant(@"q")
"k" = constant(@"k")
"v" = constant(@"v")
"causal" = attention("q", "k", "v") {is_causal=true, scale=1, softcap=2}
"masked" = attention("q", "k", "v", @"mask") {scale=1}
"behind", "k2", "v2" = attention("q", "k", "v", _, @"k0", @"v0") {is_causal=true, scale=1}
output("causal", "masked", "behind")
@"q" = f32[1,2,1] [1,2]
@"k" = f32[1,2,1] [1,3]
@"v" = f32[1,2,1] [10,20]
@"mask" = bool[2,2] [0,1,0,0]
@"k0" = f32[1,1,1] [2]
@"v0" = f32[1,1,1] [30]
--- results
causal 1,2,1: 10 16.1465
masked 1,2,1: 20 0
behind 1,2,1: 24.6212 21.0143
