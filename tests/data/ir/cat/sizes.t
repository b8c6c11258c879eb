# Expressions over sizes come back in their normal form.
test cat
--- in
"x" = input : f32[h,w,c]
"a" = relu("x") : f32[h+h,w-1+1,2*c-c]
"b" = relu("x") : f32[floordiv(h*4+2,2),ceildiv(w,2),exactdiv(c*6,3)]
"d" = relu("x") : f32[max(h,h),min(3,5),scale(w,0.5)]
output("a", "b", "d")
--- out
"x" = input : f32[h,w,c]
"a" = relu("x") : f32[2*h,w,c]
"b" = relu("x") : f32[2*h+1,floordiv(w+1,2),2*c]
"d" = relu("x") : f32[h,3,floordiv(w,2)]
output("a", "b", "d")
