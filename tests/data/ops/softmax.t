# Along the channels.
test run
--- in
"x" = input name="x"
"out" = softmax("x") name="l"
output("out")
--- feed
x 2,2,2
--- results
out 2,2,2: 0.590976 0.492001 0.632742 0.375194 0.409024 0.507999 0.367258 0.624807
