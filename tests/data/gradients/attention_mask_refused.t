# summands of another type than the queries
test gradient
--- in
"q" = input : f64[3,2]
"a" = attention("q", "q", "q", @"m") name="at"
output("a")
@"m" = f32[3,3] [0,1,1,0,0,0,0,0,1]
--- error
attention 'at': it has no gradient: its mask is of another type than its queries
