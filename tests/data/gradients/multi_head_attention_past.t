# keys of now behind a past, a past alone, one row
test gradient
--- in
"q" = input : f64[3,4]
"r" = input : f64[4]
"pk" = input : f64[4,2]
"pv" = input : f64[4,2]
"a", "b", "c" = multi_head_attention("q", "q", "q", @"wq", @"bq", @"wk", @"bk", @"wv", @"bv", @"wo", @"bo", _, "pk", "pv") {embed_dim=4, num_heads=2, self=true}
"d", "e", "f" = multi_head_attention("q", "q", "q", @"wq", @"bq", @"wk", @"bk", @"wv", @"bv", @"wo", @"bo", _, "pk", "pv") {embed_dim=4, num_heads=1}
"g", "h", "i" = multi_head_attention("r", "q", "q", @"wq", @"bq", @"wk", @"bk", @"wv", @"bv", @"wo", @"bo") {embed_dim=4, num_heads=4}
"s" = square("b")
output("a", "s", "c", "d", "e", "f", "g", "h", "i")
@"wq" = f64[4,4] seed 1
@"bq" = f64[4] [0.1,0.2,-0.3,0.4]
@"wk" = f64[4,4] seed 2
@"bk" = f64[4] [0.5,-0.2,0.3,0.1]
@"wv" = f64[4,4] seed 3
@"bv" = f64[4] [0.5,0.7,-0.3,0.1]
@"wo" = f64[4,4] seed 4
@"bo" = f64[4] [1,2,3,4]
