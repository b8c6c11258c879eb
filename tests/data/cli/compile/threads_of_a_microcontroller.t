# Code for several threads of a target that has them under an operating system alone: a note, and it is compiled.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=20 1=20 2=8
Sigmoid  sig 1 1 data out
NET
for threads in 1 4; do
    $SINTER compile net.param --bin none -o out --target cortex-m7 --threads $threads --check off > /dev/null
    echo "code $?"
    grep -lr pthread_create out | sort
done
--- out
code 0
sinter: note: net.param: code for 4 threads calls pthread, which a target like cortex-m7 has under an operating system alone
code 0
out/net.c
