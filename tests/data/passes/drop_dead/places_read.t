# Somebody reads where the largest elements stand.
test pass drop_dead
--- in
"x" = input : f32[2,4,4]
"a", "i" = max_pool("x") {kernel=[2,2], stride=[2,2]} name="pool1"
output("a", "i")
--- out
same
