# Lines as they were.
test ncnn load
--- param
7767517
5 5
Input     data  0 1 data 0=4 1=3 2=2
Normalize n1    1 1 data y1 2=1e-3 3=2 9=1
Normalize n2    1 1 y1 y2 0=1 1=1 3=1 4=0
Normalize n3    1 1 y2 y3 0=1 1=1 3=1 9=2
Normalize n4    1 1 y3 y4 1=1 3=1 2=0
--- out
7767517
5 5
Input     data  0 1 data 0=4 1=3 2=2
Normalize n1    1 1 data y1 2=1e-3 3=2 9=1
Normalize n2    1 1 y1 y2 0=1 1=1 3=1 4=0
Normalize n3    1 1 y2 y3 0=1 1=1 3=1 9=2
Normalize n4    1 1 y3 y4 1=1 3=1 2=0
