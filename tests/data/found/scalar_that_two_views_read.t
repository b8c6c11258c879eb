# Of two reductions of everything one is read as a vector by a Reshape, one by its own layer: the scalar between is no blob.
test optimize
--- in
"x" = input : f32[1]
"v1" = reduce("x") {op=mean, keepdims=false} name="n1"
"v7_0" = reshape("v1") {shape=[-1]} name="n2"
"v11_0" = ncnn.reduction("x") {operation=mean} name="n3"
output("v11_0" as "out0", "v7_0" as "out4")
--- remarks
missed: merge_duplicates: n1 + n3: not merged: views that differ read the scalar, which the format does not have on its own
--- out
same
