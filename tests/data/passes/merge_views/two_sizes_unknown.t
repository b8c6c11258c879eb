# Not merged: both sizes stand under another letter than in x, and only one of them could be what is left. An expression
# could say it, but older runtimes do not read those, and none was there before.
test pass merge_views
--- in
"x" = input {rank=3} : f32[h,w,1]
"a" = ncnn.squeeze("x") {axes=[2]} name="squeeze1"
"b" = unsqueeze("a") {axes=[0]} name="expand1"
output("b")
--- remarks
missed: merge_views: squeeze1 + expand1: not merged: more than one size of the result is not known
--- out
same
