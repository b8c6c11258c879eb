# Over each row, then over all but the channels, of which there is one: 1, 2, 3, 4 have mean 2.5 and
# variance 1.25.
test run
--- in
"x" = constant(@"x")
"image" = reshape("x") {shape=[1,1,2,2]}
"rows" = mean_variance_normalization("x") {axes=[1]}
"all" = mean_variance_normalization("image")
output("rows", "all")
@"x" = f32[2,2] [1,2,3,4]
--- results
rows 2,2: -1 1 -1 1
all 1,1,2,2: -1.34164 -0.447214 0.447214 1.34164
