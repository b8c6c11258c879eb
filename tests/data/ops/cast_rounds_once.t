# What is rounded is rounded once, not to a double, or a float, in between.
test run
--- in
"i" = constant(@"k")
"u" = constant(@"l")
"d" = constant(@"m")
"a" = cast("i") {to=f32}
"b" = cast("u") {to=f32}
"c" = cast("d") {to=f16}
"e" = cast("d") {to=bf16}
"p" = sub("a", @"n")
"q" = sub("b", @"n")
"r" = sub("c", @"h")
"s" = sub("e", @"g")
output("p", "q", "r", "s")
@"k" = i64[2] [1152921573326323713,1152921573326323712]
@"l" = u64[2] [1152921573326323713,1152921573326323712]
@"m" = f64[2] [1.0004882812510,1.00048828125]
@"n" = f32[] [1152921504606846976]
@"h" = f16[] [1]
@"g" = bf16[] [1]
--- results
p 2: 1.37439e+11 0
q 2: 1.37439e+11 0
r 2: 0.000976562 0
s 2: 0 0
