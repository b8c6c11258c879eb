# Several targets, each at several sizes and batches, with weights in the code or in a file of their own, with a self-test or without.
test cli
--- run
cat > face.param <<'NET'
7767517
6 7
Input        data 0 1 data
Convolution  conv1 1 1 data c1 0=10 1=3 4=1 5=1 6=270
Split        s 1 2 c1 a b
Sigmoid      sig 1 1 a g
BinaryOp     mul 2 1 b g m 0=2
Pooling      pool 1 1 m out 0=1 1=3 2=2
NET
build() { sed -n '/Build: /,/example$/s/^ \*\( Build:\|       \) //p' face.h | sed "s/^cc /cc -Wall -Wextra -Wpedantic -Werror /" | sh -e; }
every() { sed 's/^x86-64-v3: not tested.*/x86-64-v3:\n3,9,20: fine\n3,17,31: fine/; s/: all [0-9]* steps .*/: fine/'; }
fields() { sed 's/;.*//' | cut -c1-60; }
$SINTER compile face.param --bin seed:1 --target x86-64-v3+x86-64 --input 3,9,20 --input 3,17,31 -o sizes --prefix face | grep x86-64 | grep -v written | sed 's/; .*//'
cd sizes; build; ./face_example --selftest -t 2 | every
for size in 3,9,20 3,17,31; do ./face_example -s $size --target x86-64 | cut -d' ' -f1-3; ./face_example -s $size | cut -d' ' -f1-3; done
./face_example --target x86-64 -s 3,9,21; echo "code $?"
cd ..; $SINTER compile face.param --bin seed:1 --target x86-64-v3+x86-64 --input 3,9,20 --batch 4 --embed-weights -o batch --prefix face -q
cd batch; build; ls *.weights; ./face_example --selftest -t 2 | sed 's/: not tested.*/: fine/; s/: all [0-9]* steps .*/: fine/'; ./face_example --target x86-64 | cut -d' ' -f1-3
cd ..; $SINTER compile face.param --bin seed:1 --target x86-64-v3+x86-64 --input 3,9,20 --batch 1,4 --no-selftest -o both --prefix face -q
cd both; build; ls *selftest*; ./face_example --selftest 2>&1 | cut -c1-48; for size in 1,3,9,20 4,3,9,20; do ./face_example --target x86-64 -s $size | cut -d' ' -f1-3; done
cd ..; $SINTER compile face.param --bin seed:1 --target x86-64-v3+x86-64 --input 3,9,20 --input 3,17,31 --json -o sizes --prefix face --check=off | grep -A3 -e targets -e '"target"' | grep x86
cmake -S both -B built > log && cmake --build built >> log && built/face_example -w both/face.weights | cut -d' ' -f1-3
--- out
sets      x86-64-v3, 0: data=3,9,20
          x86-64-v3, 1: data=3,17,31
          x86-64, 0: data=3,9,20
          x86-64, 1: data=3,17,31
x86-64-v3:
3,9,20: fine
3,17,31: fine
x86-64:
3,9,20: fine
3,17,31: fine
out  10,4,10
out  10,4,10
out  10,8,15
out  10,8,15
face_example: -s 3,9,21: the network was compiled for 3,9,20 and 3,17,31
code 1
ls: cannot access '*.weights': No such file or directory
x86-64-v3: fine
x86-64: fine
out  4,10,4,10
ls: cannot access '*selftest*': No such file or directory
face_example: --selftest: is none of -w WEIGHTS,
out  1,10,4,10
out  4,10,4,10
    "x86-64-v3",
    "x86-64"
      "target": "x86-64-v3",
      "target": "x86-64-v3",
      "target": "x86-64",
      "target": "x86-64",
out  1,10,4,10
