# One row of a mask may stand for all queries. A hidden key has a score of its own where there is one
# (-1 here, and where all are hidden all count alike); weights that are NaN count as 0 where asked.
# A bias is added beside a mask of bools.
test run
--- in
"q" = constant(@"q")
"k" = constant(@"k")
"v" = constant(@"v")
"row" = attention("q", "k", "v", @"row") {scale=1}
"hidden" = attention("q", "k", "v", @"mask") {scale=1, hidden=-1}
"nan" = attention("q", "k", "v", @"mask") {scale=1, empty_is_nan=true}
"zero" = attention("q", "k", "v", @"mask") {scale=1, nan_is_zero=true}
"overflow" = attention("q", "k", "v", @"inf") {scale=1, nan_is_zero=true}
"no_key" = attention("q", @"none", @"none") {scale=1, empty_is_nan=true}
"both" = attention("q", "k", "v", @"seen", _, _, @"bias") {scale=1, empty_is_nan=true}
output("both", "row", "hidden", "nan", "zero", "overflow", "no_key")
@"q" = f32[1,2,1] [1,2]
@"k" = f32[1,2,1] [1,3]
@"v" = f32[1,2,1] [10,20]
@"row" = bool[1,2] [1,0]
@"mask" = bool[2,2] [0,1,0,0]
@"inf" = f32[2,2] [inf,0,0,-inf]
@"bias" = f32[2,2] [1,-1,2,3]
@"seen" = bool[2] [1,1]
@"none" = f32[1,0,1] []
--- results
both 1,2,1: 15 19.9331
row 1,2,1: 10 10
hidden 1,2,1: 19.8201 15
nan 1,2,1: 20 nan
zero 1,2,1: 20 0
overflow 1,2,1: 0 10
no_key 1,2,1: 0 0
