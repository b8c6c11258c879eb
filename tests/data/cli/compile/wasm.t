# A folder for WebAssembly has a script, types and a build of its own; whatever a model calls its tensors is text in them.
test cli
--- run
cat > face.param <<'NET'
7767517
2 3
Input        x";alert(1)// 0 1 x";alert(1)// 0=4 1=3 2=3
Convolution  conv1 1 1 x";alert(1)// */out 0=10 1=1 5=1 6=30
NET
$SINTER compile face.param --bin seed:1 -o face --target wasm | grep -v code
grep -n 'tensor("\|^const [NW]' face/face.js
grep -n '": .*Array' face/face.d.ts
grep -n '^static' face/face_wasm.c
cat face/package.json
if command -v node > /dev/null; then
    for f in face.js main.js; do node --input-type=module --check < face/$f || echo "$f"; done
fi
echo "== embedded, without weights, without a test"
$SINTER compile face.param --bin seed:1 -o embedded --target wasm --embed-weights --no-selftest -q
grep -n '^const W\|weights = ' embedded/face.js; grep -n 'files' embedded/package.json
grep -c selftest embedded/face_wasm.c embedded/CMakeLists.txt
echo "== several sizes, types, indices"
cat > embed.param <<'NET'
7767517
4 4
Input ids 0 1 ids
Input data 0 1 data
Embed e 1 1 ids rows 0=2 1=4 3=8
ReLU  p 1 1 data out
NET
$SINTER compile embed.param --bin seed:1 -o embed --target wasm -q --input ids=3 --input data=2 --input ids=5
grep -n 'tensor("' embed/embed.js; grep -n 'workspace\[\|put_0\[' embed/embed_wasm.c
echo "== what there is no room for"
cat > large.param <<'NET'
7767517
2 2
Input data 0 1 data 0=30000 1=20000 2=1
ReLU  r 1 1 data out
NET
$SINTER compile large.param --bin none -o large --target wasm; echo "code $?"; ls large 2>&1 | head -2
$SINTER compile face.param --bin seed:1 -o two --target wasm+generic; echo "code $?"
printf '7767517\n2 2\nInput data 0 1 data 0=2\nInnerProduct p 1 1 data out 0=2 1=1 2=4\n' > learn.param
$SINTER train learn.param --bin seed:1 --loss mse --batch 2 -o learns --target wasm; echo "code $?"
echo "== in a single file"
$SINTER compile face.param --bin seed:1 -o single --target wasm --single-file; echo "code $?"
--- out
steps     3, 720 FLOP
weights   320 B
workspace 1.31 KB
checked   each step computes what the interpreter does
written   face: face.h, face.c, face.weights, face_selftest.c, face_wasm.c, face.js, face.d.ts, main.js, package.json, CMakeLists.txt
18:const NAME = "face";
19:const WEIGHTS_BYTES = 320; /* 0: there is no file of weights */
38:      tensor("x\";alert(1)//", "f32", [3, 3, 4]),
41:      tensor("*/out", "f32", [10, 3, 4]),
18:  "x\";alert(1)//": Float32Array; // 3,3,4
22:  "*/out": Float32Array; // 10,3,4
7:static _Alignas(64) unsigned char workspace[1344];
8:static _Alignas(64) unsigned char weights[FACE_WEIGHTS_BYTES];
9:static _Alignas(64) unsigned char input_0[144];
10:static _Alignas(64) unsigned char output_0[480];
12:static float *const inputs[1] = {(float *)(void *)input_0};
13:static float *const outputs[1] = {(float *)(void *)output_0};
14:static face_net *net;
55:static void report(void *user, const char *what, double found, double expected, double allowed)
{
  "name": "face",
  "version": "0.0.0",
  "private": true,
  "type": "module",
  "exports": { ".": { "types": "./face.d.ts", "default": "./face.js" }, "./*": "./*" },
  "types": "./face.d.ts",
  "files": ["face.js", "face.d.ts", "face.wasm", "face.weights"]
}
== embedded, without weights, without a test
19:const WEIGHTS_BYTES = 0; /* 0: there is no file of weights */
109:  weights = null,
8:  "files": ["face.js", "face.d.ts", "face.wasm"]
embedded/face_wasm.c:0
embedded/CMakeLists.txt:0
== several sizes, types, indices
48:      tensor("ids", "i32", [3]),
49:      tensor("data", "f32", [2]),
52:      tensor("rows", "f32", [3, 2]),
53:      tensor("out", "f32", [2]),
58:      tensor("ids", "i32", [5]),
59:      tensor("data", "f32", [2]),
62:      tensor("rows", "f32", [5, 2]),
63:      tensor("out", "f32", [2]),
7:static _Alignas(64) unsigned char workspace[576];
9:static _Alignas(64) unsigned char input_0[20];
11:static _Alignas(64) unsigned char output_0[40];
== what there is no room for
sinter: a WebAssembly module has 4 GB of memory, and weights, workspace, stack, inputs and outputs take 4.8 GB
code 6
ls: cannot access 'large': No such file or directory
sinter: targets 'wasm+generic': wasm and generic are of two architectures; a folder is for one
code 2
trained   2 weights and statistics, 6 numbers
sinter: a training is not written for wasm; the folder of another target is C that any compiler takes
code 6
== in a single file
sinter: a single file for the target wasm: a module and its script are made from a folder
code 2
