# States of another network or optimizer, cut or changed files, and what is none are refused with what was found and expected; a file that cannot be written loses nothing.
test cli
--- run
net() { printf '7767517\n4 4\nInput data 0 1 data 0=3\nInnerProduct fc1 1 1 data a 0=%s 1=1 2=%s\nReLU relu 1 1 a b\nInnerProduct %s 1 1 b out 0=2 1=1 2=%s\n' $1 $(($1 * 3)) $2 $(($1 * 2)); }
net 4 fc2 > net.param; net 5 fc2 > wider.param; net 4 head > other.param; net 2 fc2 > narrow.param
PYTHONPATH=$SINTER_TESTS python3 -c 'from npy_file import npy; npy("x.npy", "f4", [4, 3], [i % 5 - 2 for i in range(12)]); npy("y.npy", "f4", [4, 2], [i % 3 for i in range(8)])'
t() { n=$1; shift; $SINTER train $n.param --bin seed:1 x.npy y.npy --loss mse --batch 2 --interpret -q -o out.param "$@" 2>&1; echo "code $?"; rm -f out.bin; rm out.param 2>/dev/null && echo written; }
t net --optimizer adam --save-states s
t net --optimizer adam --states s
t net --states s
t net --optimizer adamw --states s
t wider --optimizer adam --states s
t other --optimizer adam --states s
t net --optimizer adam --trainable 'fc2.*' --states s
t net --optimizer sgd --save-states plain
t net --optimizer sgd:momentum=0.5 --states plain
t net --optimizer sgd:momentum=0.5 --save-states momentum
t net --optimizer sgd --states momentum
head -c 200 s > cut; t net --optimizer adam --states cut
: > empty; t net --optimizer adam --states empty
{ cat s; printf x; } > longer; t net --optimizer adam --states longer
PYTHONPATH=$SINTER_TESTS python3 -c 'b = bytearray(open("s", "rb").read()); b[-9] ^= 1; open("changed", "wb").write(b)'
t net --optimizer adam --states changed | sed 's/[0-9a-f]\{8\}/SUM/g'
cat > forge.py <<'PY'
import struct, sys, zlib
b, n = (open(name, "rb").read()[:-4] for name in ("s", "n"))
head = struct.unpack("<I", b[16:20])[0]
for name, made in (("nan", b[:head] + b"\0\0\xc0\x7f" + b[head + 4:]), ("before", b[:-4] + b"\xff" * 4),
                   ("unknown", b.replace(b"epochs", b"trials")), ("kind", b[:20] + b"\3" + b[21:]),
                   ("twice", n.replace(b"fc2.bias", b"fc1.bias"))):
    open(name, "wb").write(made + struct.pack("<I", zlib.crc32(made)))
PY
t narrow --save-states n
python3 forge.py
for s in nan before unknown kind; do t net --optimizer adam --states $s; done
t narrow --states twice
t net --optimizer adam --states net.param
t net --optimizer adam --states x.npy
t net --optimizer adam --states missing
t net --save-states none/s
t net --save-states net.param
t net --save-states x.npy
t net --save-states out.param
t net --save-states out.bin
t net --save-states
$SINTER train net.param --bin seed:1 --loss mse --batch 2 --save-states s2; echo "code $?"
ls
--- out
code 0
written
code 0
written
sinter: s: these are states of a training by adam, and this one is by sgd
code 2
sinter: s: these are states of a training by adam, and this one is by adamw
code 2
sinter: s: 'fc1.weight' is f32[4,3], and f32[5,3] is expected
code 5
sinter: s: there is a state 'fc2.weight', and this training has none of that name: it is of another network, or by other options
code 2
sinter: s: there is a state 'fc1.weight', and this training has none of that name: it is of another network, or by other options
code 2
code 0
written
sinter: plain: there is no state 'fc1.weight.momentum', which this training has: it is of another network, or by other options
code 2
code 0
written
sinter: momentum: there is a state 'fc1.weight.momentum', and this training has none of that name: it is of another network, or by other options
code 2
sinter: cut: a head of 542 bytes with 15 entries, in a block of 200
code 4
sinter: empty: is empty
code 4
sinter: longer: 1 bytes too many
code 4
sinter: changed: it is damaged: its checksum is SUM, and SUM was written
code 4
code 0
written
sinter: nan: what 'steps' is to hold is not finite
code 12
sinter: before: a run of -1 epochs, 0 to 2147483647 expected
code 4
sinter: unknown: 'trials', i32[], is nothing that is known of a run
code 4
sinter: kind: byte 20: no entry begins there
code 4
sinter: twice: there are two states 'fc1.bias'
code 4
sinter: net.param: this is no block of states: 'sinterST' is expected at its beginning
code 4
sinter: x.npy is an array, a block of states is expected
code 4
sinter: missing: No such file or directory
code 3
sinter: none/s: a temporary file beside it cannot be created: No such file or directory
code 3
sinter: net.param: would be written over the file that is read as net.param
code 2
sinter: x.npy: would be written over the file that is read as x.npy
code 2
sinter: -o and --save-states name the same file, out.param
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: --save-states out.bin: that is where the weights of out.param go
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: --save-states: FILE is expected after it
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: there is no data to train it on, and nothing to write
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
before
changed
cut
empty
forge.py
kind
longer
momentum
n
nan
narrow.param
net.param
other.param
plain
s
twice
unknown
wider.param
x.npy
y.npy
