# Looking at a step trains and writes nothing, so that data, -o and states do not go with it; what says how to look needs its way of looking.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=3
InnerProduct fc 1 1 data out 0=2 1=1 2=6
NET
t() { $SINTER train net.param --bin seed:1 --loss mse --batch 2 "$@" 2>&1 | grep -v '^usage'; }
t x.npy y.npy --show
t --fuse -o out.param
t --fuse -o folder
t --draw a.dot --save-states s
t --show --states s
t --show --test-data x.npy --test-target y.npy
t --show --fuse
t --fuse --draw a.dot
t --draw a.png
t --draw dot
t --draw none/a.dot
t --explain
t --explain --show
t --text
t --groups --fuse
t --rounds 3
t --rounds 3 --show
t --bench --fuse
t --bench x.npy y.npy
t --show --text --json | grep message
t --fuse --bn other
t --fuse --without nothing | cut -c1-60
t --fuse --target generic,x86-64
mkdir empty; (PATH=$PWD/empty; $SINTER train net.param --bin seed:1 --loss mse --draw a.svg 2>&1)
ls
--- out
sinter: --show trains nothing and needs no data: x.npy does not go with it
sinter: --fuse trains nothing and needs no data: -o does not go with it
sinter: --fuse trains nothing and needs no data: -o does not go with it
sinter: --draw trains nothing and needs no data: --save-states does not go with it
sinter: --show trains nothing and needs no data: --states does not go with it
sinter: --show trains nothing and needs no data: --test-data does not go with it
sinter: --show and --fuse exclude each other
sinter: --fuse and --draw exclude each other
sinter: --draw a.png: a name that ends in .svg or .dot is expected
sinter: --draw dot: a name that ends in .svg or .dot is expected
sinter: none/a.dot: a temporary file beside it cannot be created: No such file or directory
sinter: --explain says more of what --fuse prints; --fuse is missing
sinter: --explain says more of what --fuse prints; --fuse is missing
sinter: --text says how --show prints a step; --show is missing
sinter: --groups says how --draw draws a step; --draw is missing
sinter: --rounds says how often --bench times a step; --bench is missing
sinter: --rounds says how often --bench times a step; --bench is missing
sinter: --bench and --fuse exclude each other
sinter: --bench trains nothing and needs no data: x.npy does not go with it
    "message": "--text and --json exclude each other"
sinter: no form of batch norms is called 'other'; there are fused, split, plain
sinter: there is no rule of fusion 'nothing'; there are epil
sinter: no target 'generic,x86-64'; there are native, x86-64-v3, x86-64-v3-vl, x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64, wasm, cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 and generic
sinter: Graphviz is needed to make an SVG, and its program 'dot' is not there: install the package graphviz, or write the text for it with --draw NAME.dot
empty
net.param
