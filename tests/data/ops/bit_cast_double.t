# Bits of doubles.
test run
--- in
"bits" = bit_cast(@"x") {to=i64}
"bits are" = equal("bits", @"bits of x")
output("bits are")
@"x" = f64[2] [1,-0]
@"bits of x" = i64[2] [4607182418800017408,-9223372036854775808]
--- results
bits are 2: 1 1
