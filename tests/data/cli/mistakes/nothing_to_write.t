# Options about writing without a place to write to.
test cli
--- run
$SINTER optimize net.param --fp16
echo "code $?"
$SINTER optimize net.param --out-bin x.bin
echo "code $?"
$SINTER zoo squeezenet --fp32
echo "code $?"
$SINTER zoo -o x.param
echo "code $?"
--- out
sinter: --fp16 and --fp32 say how to write; -o OUT is missing
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: --out-bin says where to write; -o OUT is missing
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: -o OUT is missing
usage: sinter zoo [NETWORK] [-o OUT] [options]
code 2
sinter: the name of a network is missing
usage: sinter zoo [NETWORK] [-o OUT] [options]
code 2
