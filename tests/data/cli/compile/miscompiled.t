# What the C compiler makes is compared with the interpreter step by step: one that drops a minus is found, the step named, and nothing of it kept.
test cli
--- run
export XDG_CACHE_HOME=$PWD/cache
cat > net.param <<'NET'
7767517
4 4
Input        data 0 1 data 0=20 1=9 2=3
Convolution  conv1 1 1 data c 0=10 1=3 4=1 5=1 6=270
UnaryOp      neg 1 1 c n 0=1
Pooling      pool 1 1 n out 0=0 1=2 2=2
NET
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': $2, }"; }
(npy '|u1' '(3, 9, 20)'; seq 1000 | head -c 540) > in.npy
real=$(command -v cc)
cat > bad <<SH
#!/bin/sh
for word; do case \$word in */net.c) sed -i 's/(-1\\.0f)/(1.0f)/' \$word;; esac; done
exec $real "\$@"
SH
chmod +x bad
run="$SINTER run net.param --bin seed:1 --as-is --fusion off --input-file in.npy"
CC=$PWD/bad $run > said 2>&1; echo "code $?"
sed 's/ element .*; it was compiled by .* with .*\. Another/ ..; it was compiled by COMPILER with FLAGS. Another/' said
there() { ls cache/sinter | grep -c 'so$'; } # what measures the machine, too
n=$(there)
CC=$PWD/bad $SINTER bench net.param --bin seed:1 --as-is --fusion off > said 2>&1; echo "code $?"
CC=$PWD/bad $SINTER compile net.param --bin seed:1 --as-is --fusion off -o folder > said 2>&1; echo "code $?"; ls folder 2> said
echo "$(($(there) - n)) kept"
CC=$PWD/bad $run --check=off > unchecked; echo "code $?"
$run > checked; cmp -s checked unchecked || echo differ
# what was not checked when it was built is checked when that is asked for
CC=$PWD/bad $run > said 2>&1; echo "code $?"
$run > again; cmp checked again && $SINTER bench net.param --bin seed:1 --as-is --fusion off --rounds 2 --json | grep checked
--- out
code 11
sinter: step 2 of 4 (neg; kernel map) computes something else than the interpreter: of 'n', ..; it was compiled by COMPILER with FLAGS. Another compiler (CC=clang) may do better; `sinter run --interpret` needs none
code 11
code 11
0 kept
code 0
differ
code 11
  "checked": true,
