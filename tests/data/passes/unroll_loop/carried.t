# Three trips, with their numbers, and what each leaves.
test pass unroll_loop for=x86-64-v3
--- in
"x" = input : f32[2,w]
"y", "s" = loop(@"m", _, "x", "x") {carried=1} name="walk" body {
  "i" = input
  "on" = input
  "a" = input
  "x" = input
  "f" = cast("i") {to=f32} name="f"
  "p" = mul("a", "f") name="p"
  "b" = add("p", "x") name="b"
  output("on", "b", "p")
}
output("y", "s")
@"m" = i64[] [3]
--- remarks
fired: unroll_loop: walk -> walk.2/b (add), 3 trips
--- out
"x" = input : f32[2,w]
%0 = constant(@%0) : i64[]
%1 = cast(%0) name="walk.0/f" : f32[]
%2 = mul("x", %1) name="walk.0/p" : f32[2,w]
%3 = add(%2, "x") name="walk.0/b" : f32[2,w]
%4 = constant(@%1) : i64[]
%5 = cast(%4) name="walk.1/f" : f32[]
%6 = mul(%3, %5) name="walk.1/p" : f32[2,w]
%7 = add(%6, "x") name="walk.1/b" : f32[2,w]
%8 = constant(@%2) : i64[]
%9 = cast(%8) name="walk.2/f" : f32[]
%10 = mul(%7, %9) name="walk.2/p" : f32[2,w]
"y" = add(%10, "x") name="walk.2/b" : f32[2,w]
%11 = unsqueeze(%2) {axes=[0]} : f32[1,2,w]
%12 = unsqueeze(%6) {axes=[0]} : f32[1,2,w]
%13 = unsqueeze(%10) {axes=[0]} : f32[1,2,w]
"s" = concat(%11, %12, %13) : f32[3,2,w]
output("y", "s")
@%0 = i64[] [0]
@%1 = i64[] [1]
@%2 = i64[] [2]
