# What changes nothing on all inputs that are tried, and is in one of two networks alone: a bound, a slope, a maximum of which one side is always the larger. The same layer in both, one that other layers stand for, and one that is proved to change nothing say nothing against it; what large inputs reveal is a difference.
test cli
--- run
net() { f=$1; shift; { printf '7767517\n%d 20\n' $#; printf '%s\n' "$@"; } > $f.param; : > $f.bin; }
weights() { python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<18f", 0, *[0.0625] * 16, -0.002))' > a.bin; cp a.bin b.bin; }
verify() { for pair in 'a b' 'b a'; do set -- $pair; $SINTER verify $1.param $2.param 2>&1 | sed -n '/^[a-z]* *worst/,$p' | grep -v ^sinter: | sed 's/[0-9.e+-]* times what.*explains/... explains/;s/distance [0-9.e-]*,/distance .../'; done; }
fc='InnerProduct fc 1 1 v out 0=1 1=0 2=17'
net a 'Input x 0 1 x 0=17' 'AbsVal r 1 1 x v' "$fc"
net b 'Input x 0 1 x 0=17' 'AbsVal r 1 1 x v' "$fc 9=1"
weights
echo one slope; verify
net a 'Input x 0 1 x 0=17' 'Sigmoid r 1 1 x v' "$fc 9=3 -23310=2,-1.0,0.9"
net b 'Input x 0 1 x 0=17' 'Sigmoid r 1 1 x v' "$fc"
weights
echo a bound that large inputs reach; verify
net a 'Input x 0 1 x 0=17' 'Sigmoid r 1 1 x v' "$fc 9=3 -23310=2,-1.0,2.0"
net b 'Input x 0 1 x 0=17' 'Sigmoid r 1 1 x v' "$fc 9=3 -23310=2,-1.0,3.0"
weights
echo two bounds; verify
I='Input x 0 1 x 0=8 1=8 2=3'
net a "$I" 'Noop c 1 1 x y'
net b "$I" 'Clip c 1 1 x y 0=-1e9 1=1e9'
echo a bound on the input; verify
net a "$I" 'Clip c 1 1 x y 0=-30.0 1=30.0' 'Exp e 1 1 y z' 'AbsVal h 1 1 z w'
net b "$I" 'Clip c 1 1 x y 0=-30.0 1=30.0' 'Split s 1 2 y y1 y2' 'Exp e 1 1 y1 u' 'BinaryOp m 2 1 u y2 z 0=4' 'AbsVal h 1 1 z w'
echo a maximum; verify
net a "$I" 'Sigmoid s 1 1 x y' 'ReLU r 1 1 y z' 'Exp e 1 1 z w' 'Clip c 1 1 w v 0=0.5 1=3.0'
net b "$I" 'Sigmoid s 1 1 x y' 'Exp e 1 1 y v'
echo proved; verify
net a "$I" 'Split s 1 2 x p q' 'BinaryOp m 2 1 p q y 0=4' 'AbsVal h 1 1 y z'
net b "$I" 'AbsVal h 1 1 x z'
echo the larger of a number and itself; verify
net a "$I" 'Exp e 1 1 x y' 'Clip c 1 1 y z 0=-7.0 1=1e37'
net b "$I" 'Exp e 1 1 x u' 'BinaryOp m 1 1 u y 0=5 1=1 2=1e37' 'BinaryOp n 1 1 y z 0=4 1=1 2=-7.0'
echo one for two; verify
fc='InnerProduct fc 1 1 v out 0=1 1=0 2=17 9=1'
net a 'Input x 0 1 x 0=17' 'AbsVal r 1 1 x v' "$fc"
weights
$SINTER optimize a.param -o b.param -q && echo optimized && verify
--- out
one slope
inconclusive worst distance ... 12 runs at x=17
          inside, 'relu' of the second network changes nothing for any of 12 inputs, though it may for others, and the first network has no such layer
inconclusive worst distance ... 12 runs at x=17
          inside, 'relu' of the first network changes nothing for any of 12 inputs, though it may for others, and the second network has no such layer
a bound that large inputs reach
different worst distance ... ... explains, 9 runs at x=17
          first that differs: out
different worst distance ... ... explains, 9 runs at x=17
          first that differs: out
two bounds
inconclusive worst distance ... 12 runs at x=17
          inside, 'clip' of the first network changes nothing for any of 12 inputs, though it may for others, and the second network has no such layer
inconclusive worst distance ... 12 runs at x=17
          inside, 'clip' makes 2 of 2.5, where 'clip' of the first network makes 2.5, and no input reveals it
a bound on the input
different worst distance ... ... explains, 4 runs at x=3,8,8
          first that differs: y
different worst distance ... ... explains, 4 runs at x=3,8,8
          first that differs: y
a maximum
inconclusive worst distance ... 12 runs at x=3,8,8
          inside, 'm' of the second network changes nothing for any of 12 inputs, though it may for others, and the first network has no such layer
inconclusive worst distance ... 12 runs at x=3,8,8
          inside, 'm' of the first network changes nothing for any of 12 inputs, though it may for others, and the second network has no such layer
proved
same      worst distance ... 6 runs at x=3,8,8
same      worst distance ... 6 runs at x=3,8,8
the larger of a number and itself
same      worst distance ... 6 runs at x=3,8,8
same      worst distance ... 6 runs at x=3,8,8
one for two
same      worst distance ... 6 runs at x=3,8,8
same      worst distance ... 6 runs at x=3,8,8
optimized
same      worst distance ... 6 runs at x=17
same      worst distance ... 6 runs at x=17
