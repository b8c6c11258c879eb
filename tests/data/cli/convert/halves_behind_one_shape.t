# A GLU of an axis whose size is even because both inputs of the Eltwise before it have one shape, which operators that broadcast do not tell: what was known of a size before stays known, and the line is written as it was.
test cli
--- run
cat > a.param <<'ENDS'
7767517
7 7
Input                    a                        0 1 a 0=3 1=3 2=16
Input                    b                        0 1 b 0=6 1=6 2=4
PixelShuffle             p                        1 1 a p 0=2 1=1
Eltwise                  e                        2 1 p b e 0=1
GLU                      g                        1 1 e g 0=2
MemoryData               m                        0 1 m 0=3 1=6
BinaryOp                 s                        2 1 g m out 0=1
ENDS
$SINTER convert a.param --bin seed:1 -o b.param -q && cmp a.param b.param && echo same bytes
$SINTER optimize a.param --bin seed:1 -o c.param -q && tail -n +3 c.param
--- out
sinter: warning: a.param: BinaryOp 's' is kept as it is: its operands have 4 and 6 channels, and which of them pair depends on how the runtime packs channels
sinter: warning: a.param: BinaryOp 's' is kept as it is: its operands have 6 and 4 channels, and which of them pair depends on how the runtime packs channels
same bytes
sinter: warning: a.param: BinaryOp 's' is kept as it is: its operands have 4 and 6 channels, and which of them pair depends on how the runtime packs channels
sinter: warning: a.param: BinaryOp 's' is kept as it is: its operands have 6 and 4 channels, and which of them pair depends on how the runtime packs channels
Input                    a                        0 1 a 0=3 1=3 2=16
Input                    b                        0 1 b 0=6 1=6 2=4
PixelShuffle             p                        1 1 a p 0=2 1=1
Eltwise                  e                        2 1 p b e 0=1
GLU                      g                        1 1 e g 0=2
MemoryData               m                        0 1 m 0=3 1=6
BinaryOp                 s                        2 1 g m out 0=1
