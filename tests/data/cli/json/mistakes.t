# Mistakes are JSON on stdout, a message on stderr and the exit status; also before --json was seen.
test cli
--- run
cat > net.param <<'END'
7767517
8 9
Input       data 0 1 data 0=8 1=8 2=3
Convolution conv 1 1 data c 0=4 1=3 5=1 6=108
BatchNorm   bn   1 1 c b 0=4
Split       sp   1 2 b b_0 b_1
Convolution left 1 1 b_0 l 0=4 1=1 6=16
ReLU        relu 1 1 b_1 r
BinaryOp    add  2 1 l r s 0=0
Softmax     sm   1 1 s prob
END
json() { $SINTER "$@" --json | sed -E 's/("[a-z_]*distance"|"largest"): [0-9.e-]+/\1: X/'; }
try() { $SINTER "$@"; echo "code $?"; }
try optimize none.param --json
try optimize --jsonn net.param
try optimize --bogus --json net.param
try show net.param --json --text
try optimize net.param --bin seed:1 --from bb --to s --json
try show --json
try zoo nothing --json
--- out
sinter: none.param: cannot be opened: No such file or directory
{
  "format": 1,
  "command": "optimize",
  "error": {
    "code": 3,
    "status": "E_IO",
    "message": "none.param: cannot be opened: No such file or directory"
  }
}
code 3
sinter: there is no option --jsonn; did you mean --json?
usage: sinter optimize IN [-o OUT] [options]
code 2
sinter: there is no option --bogus
usage: sinter optimize IN [-o OUT] [options]
{
  "format": 1,
  "command": "optimize",
  "error": {
    "code": 2,
    "status": "E_ARG",
    "message": "there is no option --bogus"
  }
}
code 2
sinter: --text and --json exclude each other
usage: sinter show IN [options]
{
  "format": 1,
  "command": "show",
  "error": {
    "code": 2,
    "status": "E_ARG",
    "message": "--text and --json exclude each other"
  }
}
code 2
sinter: no value is called 'bb'; did you mean 'b'?
{
  "format": 1,
  "command": "optimize",
  "error": {
    "code": 2,
    "status": "E_ARG",
    "message": "no value is called 'bb'; did you mean 'b'?"
  }
}
code 2
sinter: IN is missing: the file to read
usage: sinter show IN [options]
{
  "format": 1,
  "command": "show",
  "error": {
    "code": 2,
    "status": "E_ARG",
    "message": "IN is missing: the file to read"
  }
}
code 2
sinter: there is no network 'nothing' (there are mobilenet_v2, repvgg, resnet18, shufflenet_v2, squeezenet, ssd, vit)
{
  "format": 1,
  "command": "zoo",
  "error": {
    "code": 2,
    "status": "E_ARG",
    "message": "there is no network 'nothing' (there are mobilenet_v2, repvgg, resnet18, shufflenet_v2, squeezenet, ssd, vit)"
  }
}
code 2
