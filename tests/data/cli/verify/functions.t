# Functions that agree on all that reaches them, and not elsewhere, decide nothing; a bound that ordinary inputs do not reach is reached by large ones; the same function in two layers is the same.
test cli
--- run
net() { printf '7767517\n3 3\nInput x 0 1 x 0=8 1=8 2=3\n%s\n%s\n' "$2" "$3" > $1.param; : > $1.bin; }
verify() { $SINTER verify a.param b.param 2>&1 | sed -n '/^[a-z]* *worst/,$p' | sed 's/worst distance [^,]*, *[^,]*explains, /... /' | grep -v '^sinter'; }
net a 'ReLU r 1 1 x y' 'AbsVal s 1 1 y z'
net b 'Clip r 1 1 x y 0=0.0 1=1000.0' 'AbsVal s 1 1 y z'
verify
net b 'Clip r 1 1 x y 0=0.0 1=1e30' 'AbsVal s 1 1 y z'
verify
net a 'AbsVal r 1 1 x y' 'ReLU s 1 1 y z'
net b 'AbsVal r 1 1 x y' 'ReLU s 1 1 y z 0=0.1'
verify
net a 'HardSwish r 1 1 x y' 'Threshold s 1 1 y z 0=500.0'
net b 'HardSwish r 1 1 x y' 'Threshold s 1 1 y z 0=500.01'
verify
net a 'Clip r 1 1 x y 0=-1e20 1=1e30' 'Clip s 1 1 y z 0=-1e25 1=1e20'
net b 'Clip r 1 1 x w 0=-1e20 1=1e20' 'Noop s 1 1 w z'
verify
cat > a.param <<'END'
7767517
3 3
Input     x 0 1 x 0=8 1=8 2=2
BatchNorm b 1 1 x y 0=2
PReLU     r 1 1 y z 0=2
END
cp a.param b.param
floats() { python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<%df" % (len(sys.argv) - 1), *map(float, sys.argv[1:])))' "$@"; }
floats 1 1 0 0 1 1 1e6 1e6 0.1 0.2 > a.bin
floats 1 1 0 0 1 1 1e6 1e6 0.3 0.4 > b.bin
verify
--- out
different ... 4 runs at x=3,8,8
          first that differs: y
different ... 4 runs at x=3,8,8
          first that differs: y
same      worst distance 0, 6 runs at x=3,8,8
different ... 4 runs at x=3,8,8
          first that differs: z
same      worst distance 0, 6 runs at x=3,8,8
different ... 6 runs at x=2,8,8
          first that differs: z
