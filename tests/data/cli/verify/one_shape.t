# Sizes that sinter chooses are ones at which an Eltwise has inputs of one shape, and a computed Scale as many factors as channels: what became of them would broadcast.
test cli
--- run
net() { printf '7767517\n%d 20\n' $#; printf '%s\n' "$@"; }
at() { $SINTER show a.param --bin seed:1 2>&1 | sed -n 1p; }
net 'Input x 0 1 x' 'MemoryData m 0 1 m 0=2' 'Eltwise e 2 1 x m y 0=1' > a.param; at
net 'Input x 0 1 x' 'Input m 0 1 m 0=5 1=4' 'Eltwise e 2 1 x m y 0=0' > a.param; at
net 'Input x 0 1 x' 'Pooling p 1 1 x y 0=0 1=2 2=2' 'MemoryData m 0 1 m 0=4 1=1 2=1' 'Eltwise e 2 1 y m z 0=1' > a.param; at
net 'Input x 0 1 x' 'Pooling p 1 1 x y 0=0 1=2 2=2' 'Input w 0 1 w 0=1' 'Scale l 2 1 y w z 0=-233' > a.param; at
--- out
at x=2 (sinter's choice; --input NAME=SIZES gives others)
at x=4,5 m=4,5 (sinter's choice; --input NAME=SIZES gives others)
at x=? (not all sizes are known; --input NAME=SIZES gives them)
at x=64,64 w=1 (sinter's choice; --input NAME=SIZES gives others)
