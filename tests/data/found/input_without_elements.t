# An input of no elements cannot be fed, and written it would be read as one of unknown size.
test error
--- in
"x" = input : f32[0,3,8]
"a" = reduce("x") {op=sumsq, reduce_all=false, axes=[2]} name="reduce1"
output("a")
--- error
E_SHAPE: input 'x': axis 0 has size 0, 1 at least expected
