# A size that may be 0: no maximum with 1, and a broadcast size, is taken for what it is not.
test infer
--- in
"x" = input : f32[n>=0,3]
"y" = input : f32[max(n,1),m>=2]
"z" = input : f32[2*n+m,_>=0]
"a" = input : f32[k,3]
"b" = add("x", "a")
output("b", "y", "z")
--- out
"x" = input : f32[n>=0,3]
"y" = input : f32[max(1,n>=0),m>=2]
"z" = input : f32[(m>=2)+2*(n>=0),_>=0]
"a" = input : f32[k,3]
"b" = add("x", "a") : f32[max(k,n>=0)*min(1,min(k,n>=0)),3]
output("b", "y", "z")
