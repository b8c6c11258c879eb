# Each target that this machine runs is compared with the interpreter: a compiler that is wrong about one of them is found, and the target named. Of one that it does not run the summary says so.
test cli
--- run
export XDG_CACHE_HOME=$PWD/cache
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
real=$(command -v cc)
cat > bad <<SH
#!/bin/sh
for word; do case \$word in */face_x86_64_0.c) grep -q 1.0f \$word && sed -i 's/1\\.0f/1.5f/' \$word;; esac; done
exec $real "\$@"
SH
chmod +x bad
how="face.param --bin seed:1 --as-is --fusion off --input 3,9,20"
CC=$PWD/bad $SINTER compile $how --target x86-64-v3+x86-64 -o face > said 2>&1; echo "code $?"; ls face 2> log
sed 's/ step .*; it was compiled by .* with \(.*\)\. Another.*/ ..; it was compiled with \1/; s/-O2.*-march/.. -march/' said
CC=$PWD/bad $SINTER compile $how --target x86-64-v3 -o face -q && echo "others are right"
CC=$PWD/bad $SINTER compile $how --target x86-64-v3+x86-64 -o face --input 3,17,31 > said 2>&1; sed 's/ step .*/ ../' said
# no machine runs all of these, or this one does
$SINTER compile $how --target x86-64+x86-64-v4-vnni -o face | grep checked | sed 's/no: this machine does not run code for x86-64-v4-vnni; that for x86-64 was compared with the interpreter/each step computes what the interpreter does/'
--- out
code 11
sinter: x86-64: ..; it was compiled with .. -march=x86-64 -mtune=generic
others are right
sinter: x86-64: set 0 (data=3,9,20): ..
checked   each step computes what the interpreter does
