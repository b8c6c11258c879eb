# What is not trained stands in files of weights: the example finds them in the folder it was written
# to, and takes others.
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
$SINTER train net.param --bin seed:1 --loss softmax_cross_entropy --batch 6 --trainable 'fc.*' -q -o tr --target generic
ls tr/step/*.weights tr/judge/*.weights
cc -std=c11 -O1 -Itr tr/net_train.c tr/main.c tr/step/net_step*.c tr/judge/net_judge*.c -lm -lpthread -o example
./example -s tr/net.states -w tr/step/net_step.weights -j tr/judge/net_judge.weights -n 9 > losses
(cd tr && ../example -n 9) | cmp - losses && grep -c step losses
cd tr
head -c 3072 /dev/zero > x2; head -c 1536 /dev/zero > x1; head -c 24 /dev/zero > y1; head -c 50 /dev/zero > y2
for bad in '-n abc' '-n -3' '-t 2x' '-r abc' 'x2 y1' 'x1 y2' '-s step'; do ../example $bad && echo taken; done
cd ..
./example -s tr/net.states
--- out
tr/judge/net_judge.weights
tr/step/net_step.weights
9
net_train_example: -n: a whole number from 0 to 1000000000 is expected
net_train_example: -n: a whole number from 0 to 1000000000 is expected
net_train_example: -t: a whole number from 0 to 1000000000 is expected
net_train_example: -r: a finite number is expected
net_train_example: y1: there are examples of another number of steps than in the first file
net_train_example: y2: there is a part of a step's examples left
net_train_example: step: cannot be read
net_train_example: init: no weights file, or one of another length or version, or damaged
--- exit
1
