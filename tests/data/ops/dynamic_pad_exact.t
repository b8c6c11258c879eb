# A border of a number that no f32 is: x and a mask are padded, and the number taken by it.
test run
--- in
"a" = dynamic_pad(@"i", @"p", @"v")
"b" = cast("a") {to=f64}
"c" = sub("b", @"near")
"d" = dynamic_pad(@"f", @"p", @"w")
"e" = sub("d", @"near_w")
output("c", "e")
@"i" = i32[2] [3,4]
@"f" = f64[2] [nan,4]
@"p" = i64[2] [1,1]
@"v" = i32[] [2017570035]
@"w" = f64[] [0.1]
@"near" = f64[] [2017570030]
@"near_w" = f64[] [0.099999904632568359375]
--- results
c 4: 5 -2.01757e+09 -2.01757e+09 5
e 4: 9.53674e-08 nan 3.9 9.53674e-08
