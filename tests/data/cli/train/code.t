# The training as C: built by a C compiler alone, with warnings, it lowers its loss; a block that it
# saves goes back into the file, or into a run that goes on, and one that is damaged does not. What
# is wrong is refused, and changes nothing.
test cli
--- run
cat > net.param <<'NET'
7767517
6 6
Input        data 0 1 data 0=8 1=8 2=1
Convolution  c1   1 1 data c1 0=4 1=3 4=1 5=1 6=36
ReLU         r1   1 1 c1 r1
Pooling      p1   1 1 r1 p1 0=0 1=2 2=2
InnerProduct fc   1 1 p1 fc 0=3 1=1 2=192
Softmax      prob 1 1 fc prob
NET
$SINTER train net.param --bin seed:1 --loss softmax_cross_entropy --batch 6 --optimizer adam --embed-weights -o tr --target generic --threads 2
ls tr
cc -std=c11 -Wall -Wextra -Werror -O1 -Itr tr/net_train.c tr/main.c tr/step/net_step*.c tr/judge/net_judge*.c -lm -lpthread -o example
./example -s tr/net.states -n 60 -r 0.05 -t 2 -o saved > losses
sed -n '1p;60,$p' losses
./example -s tr/net.states -n 60 -r 0.05 -t 1 -o saved1 > losses1; cmp losses losses1; cmp saved saved1
$SINTER import-weights net.param saved --bin seed:1 -o tuned.param
$SINTER train net.param --bin seed:1 --loss softmax_cross_entropy --batch 6 --optimizer adam --states saved -o same.param -q && cmp same.bin tuned.bin
$SINTER diff net.param tuned.param --bin-a seed:1 | sed 's/largest.*//' | head -4
head -c 500 saved > cut; $SINTER import-weights net.param cut --bin seed:1 -o no.param; ls no.param
./example -s cut; ./example -s tr/net.states -n 1 -r nan
--- out
sinter: note: it is trained at the sizes in the file, data=1,8,8
trained   4 weights and statistics, 235 numbers; the optimizer keeps 471
written   tr
a step    34 kernels, 78.7 KB read and written, 16.9 KB of workspace, 2.76 KB of states
CMakeLists.txt
judge
main.c
net.states
net_train.c
net_train.h
step
step 1  loss 1.29363
step 60  loss 0.000159899
by running statistics  loss 0.000155926
written   tuned.param (242 B), tuned.bin (948 B)
~ c1  conv    weight: up to 9.6e-01 apart; bias: up to 4.0e-01 apart
~ fc  linear  weight: up to 7.8e-01 apart; bias: up to 6.5e-02 apart

layers    5 the same, 2 changed, 0 only in A (<), 0 only in B (>)
sinter: cut: a head of 538 bytes with 13 entries, in a block of 500
ls: cannot access 'no.param': No such file or directory
net_train_example: cut: no block of states, or a damaged one
net_train_example: -r: a finite number is expected
--- exit
1
