# The folder builds with a C compiler alone, without a warning, and computes what the interpreter does; so do several threads.
test cli
--- run
cat > face.param <<'NET'
7767517
5 6
Input        data 0 1 data 0=20 1=9 2=3
Convolution  conv1 1 1 data c1 0=10 1=1 5=1 6=30
Split        s 1 2 c1 a b
Sigmoid      sig 1 1 a g
BinaryOp     mul 2 1 b g out 0=2
NET
$SINTER compile face.param --bin seed:1 -o face --target generic | grep -v code
(npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"; }
npy '|u1' '(3, 9, 20)'; cat face.param face.param face.param | head -c 540) > in.npy
$SINTER run face.param --bin seed:1 --input-file in.npy > compiled
$SINTER run face.param --bin seed:1 --input-file in.npy --interpret > interpreted
cmp compiled interpreted && echo the same
cd face
cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 face.c face_selftest.c main.c -lm -lpthread -o example && ./example -t 1 > one && ./example -t 3 > three
cmp one three && cut -d' ' -f1-3 one
./example -w missing; echo "code $?"
./example --help; echo "code $?"
./example -n abc; ./example -t 2x; echo "code $?"
cp face.weights other; printf x | dd of=other bs=1 seek=100 conv=notrunc 2> /dev/null
./example -w other; echo "code $?"
cd ..
$SINTER compile face.param --bin seed:1 -o native --prefix mine -q
cmake -S native -B built -DCMAKE_C_FLAGS='-Wall -Wextra -Werror' > log && cmake --build built >> log || cat log
built/mine_example -w native/mine.weights | cut -d' ' -f1-3
--- out
steps     1, 10.8 KFLOP
weights   256 B
workspace 576 B
checked   each step computes what the interpreter does
written   face: face.h, face.c, face.weights, face_selftest.c, main.c, CMakeLists.txt
the same
out  10,9,20
face_example: missing: cannot be read
code 1
face_example: --help: is none of -w WEIGHTS, -t THREADS, -n RUNS, --selftest; beside these there are files, one for each input
code 1
face_example: -n: a whole number from 0 to 1000000000 is expected
face_example: -t: a whole number from 0 to 1000000000 is expected
code 1
face_example: face_init: no weights file, or one of another length or version, or damaged
code 1
out  10,9,20
