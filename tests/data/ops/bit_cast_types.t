# Bits of doubles and halves as integers, and back; bytes as bools.
test run
--- in
"c" = bit_cast(@"h") {to=u16} name="c"
"d" = bit_cast("c") {to=bf16} name="d"
"e" = bit_cast(@"w") {to=u64} name="e"
"f" = bit_cast(@"q") {to=bool} name="f"
output("c", "d", "e", "f")
@"h" = f16[2] [1,-2]
@"w" = f64[1] [1]
@"q" = u8[3] [0,1,128]
--- results
c 2: 15360 49152
d 2: 0.0078125 -2
e 1: 4.60718e+18
f 3: 0 1 1
