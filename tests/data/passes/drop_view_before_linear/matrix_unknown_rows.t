# A matrix whose rows might have 6 elements.
test pass drop_view_before_linear
--- in
"x" = input : f32[h,w]
"f" = flatten("x") name="flatten1"
"y" = linear("f", @"w") name="fc1"
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
--- norun
No search for sizes finds two whose product is 6.
--- remarks
missed: drop_view_before_linear: flatten1 + fc1: not removed: the rows of its input are not proved to be of another length than the linear has inputs
--- out
same
