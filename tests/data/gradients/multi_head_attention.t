# with images in front and a mask for each, and without either
test gradient
--- in
"q" = input : f64[2,3,5]
"k" = input : f64[2,4,3]
"v" = input : f64[2,4,2]
"m" = input : f64[2,2,3,4]
"n" = input : f64[3,4]
"a" = multi_head_attention("q", "k", "v", @"wq", @"bq", @"wk", @"bk", @"wv", @"bv", @"wo", @"bo", "m") {embed_dim=4, num_heads=2, kdim=3, vdim=2, batch_axes=1, scale=0.6}
"b" = multi_head_attention("q", "k", "v", @"wq", @"bq", @"wk", @"bk", @"wv", @"bv", @"wo", @"bo", "n") {embed_dim=4, num_heads=2, kdim=3, vdim=2, batch_axes=1}
"s" = square("b")
output("a", "s")
@"wq" = f64[4,5] seed 1
@"bq" = f64[4] [0.1,0.2,-0.3,0.4]
@"wk" = f64[4,3] seed 2
@"bk" = f64[4] [0.5,-0.2,0.3,0.1]
@"wv" = f64[4,2] seed 3
@"bv" = f64[4] [0.5,0.7,-0.3,0.1]
@"wo" = f64[5,4] seed 4
@"bo" = f64[5] [1,2,3,4,5]
