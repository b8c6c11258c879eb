# Case 26: words that are integers go through layers that move bits, and pick rows of an Embed (hole H23).
test ncnn run
--- param
7767517
3 3
MemoryData ids 0 1 ids 0=3
Reshape reshape 1 1 ids r 0=3
Embed embed 1 1 r out 0=2 1=4 2=0 3=8
--- bin
hex 01 00 00 00 02 00 00 00 03 00 00 00
tag 0 1 10 11 20 21 30 31
--- results
out 3,2: 10 11 20 21 30 31
