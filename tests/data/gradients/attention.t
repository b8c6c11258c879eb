# fewer groups than heads, a causal one, a cap, summands, a past; axes in front, or none
test gradient
--- in
"q" = input : f64[2,4,3,2]
"k" = input : f64[2,2,5,2]
"v" = input : f64[2,2,5,3]
"m" = input : f64[4,1,5]
"b" = input : f64[3,5]
"pk" = input : f64[2,2,2,2]
"pv" = input : f64[2,2,2,3]
"a" = attention("q", "k", "v")
"c" = attention("q", "k", "v", "m", _, _, "b") {softcap=1.5, scale=0.75}
"d" = attention("q", "k", "v", @"seen", _, _, "b") {is_causal=true}
"e" = attention("q", "k", "v", @"seen") {hidden=-2.5}
"f", "g", "h" = attention("q", "k", "v", _, "pk", "pv") {is_causal=true}
"s" = square("d")
output("a", "c", "s", "e", "f", "g", "h")
@"seen" = bool[3,5] [0,1,1,0,1,1,1,0,0,1,1,0,1,1,0]
