# Where one input has sizes in the file and the other has none, a guess is made for that one only.
test cli
--- run
cat > a.param <<'ENDS'
7767517
4 4
Input   x 0 1 x
Input   y 0 1 y 0=6 1=5 2=4
Reshape r 1 1 x r 0=6 1=20
ReLU    s 1 1 y s
ENDS
: > a.bin
$SINTER verify a.param a.param
--- out
r  20,6   0
s  4,5,6  0

same      worst distance 0, 6 runs at x=120, y=4,5,6 (sizes that sinter chose)
