# A layer that is a copy, or that what was proved at reading made one, is taken away by a rewrite, which is reported, checked and compared; the copies of a Split for several readers are none.
test cli
--- run
net() { printf '7767517\n%d 20\nInput x 0 1 x 0=4 1=5 2=3\n' $(($# + 1)) > a.param; printf '%s\n' "$@" >> a.param; : > a.bin; }
at() { $SINTER optimize a.param -o o.param --explain $1 | sed -n '/^ *[a-z]* *[0-9] drop\|^rewrites\|^network\|^layers/p'; }
net 'Permute p 1 1 x y 0=0' 'ReLU r 1 1 y z'; at
net 'Crop p 1 1 x y -23309=1,0 -23310=1,3 -23311=1,0' 'ReLU r 1 1 y z'; at --input=x=3,5,4
net 'Padding p 1 1 x y' 'Power q 1 1 y u' 'ReLU r 1 1 u z'; at
net 'Noop p 1 1 x y' 'Split s 1 2 y u v' 'ReLU r 1 1 u z' 'ReLU q 1 1 v w'; at --skip=merge_duplicates
--- out
layers    3 -> 2
rewrites  1
network   same: worst distance 0, 6 runs at x=3,5,4
layers    3 -> 2
rewrites  1
network   same: worst distance 0, 6 runs at x=3,5,4
layers    4 -> 2
rewrites  2
network   same: worst distance 0, 6 runs at x=3,5,4
layers    5 -> 4
rewrites  1
network   same: worst distance 0, 6 runs at x=3,5,4
