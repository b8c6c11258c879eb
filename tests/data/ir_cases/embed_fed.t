# Case 26: the same with ids that are fed.
test ncnn run
--- param
7767517
2 2
Input ids 0 1 ids
Embed embed 1 1 ids out 0=2 1=5 2=1 3=10
--- bin
tag 0 1 10 11 20 21 30 31 40 41
raw 100 200
--- feed
ids 4 ids 5
--- results
out 4,2: 110 211 100 201 110 211 100 201
