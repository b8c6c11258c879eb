# Case 3: a Scale layer on a vector has a factor for each element.
test ncnn run
--- param
7767517
2 2
MemoryData x 0 1 x 0=4
Scale scale 1 1 x out 0=4
--- bin
raw 1 2 3 4
raw 10 20 30 40
--- results
out 4: 10 40 90 160
