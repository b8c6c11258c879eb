# A matrix whose rows might have 6 elements.
test pass drop_implied_views
--- in
"x" = input : f32[h,w]
"f" = reshape("x") {shape=[-1]} name="flatten1"
%950 = ncnn.as_rows("f") {ic=6}
"y" = linear(%950, @"w") name="fc1"
output("y")
@"w" = f32[2,6] [1,2,3,4,5,6,7,8,9,10,11,12]
--- norun
No search for sizes finds two whose product is 6.
--- remarks
missed: drop_implied_views: flatten1 + fc1: not removed: the rows of its input are not proved to be of another length than the linear has inputs
--- out
same
