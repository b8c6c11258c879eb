# A sum of more terms than are looked at stays as it is.
test optimize for=generic
--- in
"a0" = input : f32[4]
"a1" = input : f32[4]
"a2" = input : f32[4]
"a3" = input : f32[4]
"a4" = input : f32[4]
"a5" = input : f32[4]
"a6" = input : f32[4]
"a7" = input : f32[4]
"a8" = input : f32[4]
"a9" = input : f32[4]
"a10" = input : f32[4]
"a11" = input : f32[4]
"a12" = input : f32[4]
"a13" = input : f32[4]
"a14" = input : f32[4]
"a15" = input : f32[4]
"a16" = input : f32[4]
"a17" = input : f32[4]
"a18" = input : f32[4]
"a19" = input : f32[4]
"a20" = input : f32[4]
"a21" = input : f32[4]
"a22" = input : f32[4]
"a23" = input : f32[4]
"a24" = input : f32[4]
"a25" = input : f32[4]
"a26" = input : f32[4]
"a27" = input : f32[4]
"a28" = input : f32[4]
"a29" = input : f32[4]
"a30" = input : f32[4]
"a31" = input : f32[4]
"a32" = input : f32[4]
"y" = sum("a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16", "a17", "a18", "a19", "a20", "a21", "a22", "a23", "a24", "a25", "a26", "a27", "a28", "a29", "a30", "a31", "a32") name="s"
output("y")
--- remarks
--- out
same
