# Options that do not go together, names that are no pages, a page over what is read, a folder that is not there.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=8
ReLU  relu 1 1 data out
NET
cp net.param net.html
try() { $SINTER report "$@"; echo "code $?"; }
try net.param
try net.param -o a.htm
try net.param -o .html
try net.param --bin none -o a.html --no-bench --rounds 3
try net.param --bin none -o a.html --no-bench --seconds 1
try net.param --bin none -o a.html --as-is --skip fold_affine
try net.param --bin none -o a.html --warmup fast
try net.param --bin none -o a.html --percentiles 50,101
try net.param --bin none -o none/a.html --no-bench
try net.param --bin none -o a.html --no-bench --target pdp11
try net.param --bin none --json --no-bench --format x | head -4
try missing.param -o a.html
ln -s net.param link.html
try net.param --bin none -o link.html --no-bench
ls
--- out
sinter: -o OUT.html is needed, or --json for the data alone
usage: sinter report IN -o OUT.html [options]
code 2
sinter: -o a.htm: a name that ends in .html is expected
usage: sinter report IN -o OUT.html [options]
code 2
sinter: -o .html: a name that ends in .html is expected
usage: sinter report IN -o OUT.html [options]
code 2
sinter: --rounds says how to measure, and --no-bench not to
usage: sinter report IN -o OUT.html [options]
code 2
sinter: --seconds says how to measure, and --no-bench not to
usage: sinter report IN -o OUT.html [options]
code 2
sinter: --passes, --skip and --verify say how to optimize, and --as-is not to
usage: sinter report IN -o OUT.html [options]
code 2
sinter: --warmup: 'fast' is neither a number from 1 to 1000000 nor seconds like 0.5s
usage: sinter report IN -o OUT.html [options]
code 2
sinter: --percentiles: '101' is not a number from 0 to 100, like 99.9
usage: sinter report IN -o OUT.html [options]
code 2
sinter: none/a.html: a temporary file beside it cannot be created: No such file or directory
code 3
sinter: no target 'pdp11'; there are native, x86-64-v3, x86-64-v3-vl, x86-64-v4, x86-64-v3-vl-vnni, x86-64-v4-vnni, x86-64, aarch64, wasm, cortex-m4, cortex-m7, cortex-m55, riscv64, armv7 and generic
code 2
sinter: there is no option --format
usage: sinter report IN -o OUT.html [options]
{
  "format": 1,
  "command": "report",
  "error": {
sinter: missing.param: cannot be opened: No such file or directory
code 3
sinter: link.html: would be written over the file that is read as net.param
code 2
link.html
net.html
net.param
