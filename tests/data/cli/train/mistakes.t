# What is wrong with the command line, the network or the data is said, and nothing is written then.
test cli
--- run
cat > net.param <<'NET'
7767517
4 4
Input data 0 1 data 0=3
InnerProduct fc1 1 1 data a 0=4 1=1 2=12
ReLU relu 1 1 a b
InnerProduct fc2 1 1 b out 0=2 1=1 2=8
NET
$SINTER convert net.param --bin seed:1 -o made.param -q
# NAME TYPE SIZES, numbers from stdin in octal
npy() { printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '$2', 'fortran_order': False, 'shape': ($3), }" > $1; cat >> $1; }
one='\0\0\200\077' half='\0\0\0\077' nan='\0\0\300\177'
printf "$one$half$one$half$one$half" | npy x.npy '<f4' 2,3
printf "$one$half$nan$half$one$half" | npy nan.npy '<f4' 2,3
printf '\0\0\0\0\1\0\0\0' | npy y.npy '<i4' 2,
printf '\0\0\0\0\2\0\0\0' | npy far.npy '<i4' 2,
printf '\0\0\0\0\377\377\377\377' | npy below.npy '<i4' 2,
printf '\0\0\0\0' | npy few.npy '<i4' 1,
printf "$one$half$one$half" | npy z.npy '<f4' 2,2
t() { $SINTER train made.param "$@" -q -o out.param; echo "code $?"; [ ! -e out.param ] || { echo written; rm out.param; }; }
cross="--loss softmax_cross_entropy --batch 2"
t x.npy y.npy --batch 2
t x.npy y.npy --loss squared
t x.npy y.npy $cross --optimizer lion
t x.npy y.npy $cross --optimizer sgd:momentum
t x.npy y.npy $cross --optimizer sgd:momentum=2
t x.npy y.npy $cross --optimizer sgd:nesterov
t x.npy y.npy $cross --optimizer sgd:momentum=0.9,momentum=0.8
t x.npy y.npy $cross --optimizer "sgd:momentum= 0.9"
t x.npy y.npy $cross --interpret --target foo
t x.npy y.npy $cross --trainable 'fc3*'
t x.npy y.npy $cross --result nothing
t x.npy y.npy $cross --test-data x.npy
t x.npy $cross
t $cross
t x.npy x.npy y.npy $cross
t x.npy far.npy $cross
t x.npy below.npy $cross
t x.npy few.npy $cross
t x.npy z.npy $cross
t nan.npy y.npy $cross
t x.npy y.npy --loss softmax_cross_entropy --batch 3
t made.bin y.npy $cross
t x.npy z.npy --loss mse --batch 2 --weight-decay=-1
t x.npy y.npy $cross
t x.npy z.npy --loss mse --batch 2 --learning-rate 1e38 --epochs 9
t x.npy y.npy $cross --no-decay 'fc3*'
t x.npy y.npy $cross --huber-delta 1
t x.npy y.npy $cross --frozen-statistics --statistics-momentum 0.2
t x.npy y.npy $cross --save-states none/states
$SINTER train made.param $cross -o code --shuffle 1; echo "code $?"
$SINTER train made.param $cross -o code --memory 1; echo "code $?"; ls -d code || true
--- out
sinter: --loss LOSS is needed
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: no loss is called 'squared'; there are softmax_cross_entropy, binary_cross_entropy, mse, l1, huber, ctc
code 2
sinter: no optimizer is called 'lion'; there are sgd, adam, adamw
code 2
sinter: --optimizer has 'momentum': momentum=N, nesterov, beta1=N, beta2=N or epsilon=N is expected
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: momentum is 2, at least 0 and less than 1 expected
code 2
sinter: Nesterov's is a momentum, which is 0
code 2
sinter: --optimizer has momentum twice
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: --optimizer has 'momentum= 0.9': momentum=N, nesterov, beta1=N, beta2=N or epsilon=N is expected
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: --target is about compiled steps, and --interpret makes none
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: no weight is called 'fc3*'
code 2
sinter: no result is called 'nothing'
code 2
sinter: --test-data and --test-target belong together
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: data and targets are files of their own
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: there is no data to train it on, and nothing to write
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: 3 files of data for 1 inputs and a target
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: element 1 of the target is 2, a class of 0 to 1 expected
code 2
sinter: element 1 of the target is -1, a class of 0 to 1 expected
code 2
sinter: few.npy has 1 examples, x.npy has 2
code 5
sinter: z.npy: has elements of type f32, i32 expected; element 1, 0.5, cannot be one
code 4
sinter: the loss is nan, and nothing is changed
code 12
sinter: there are fewer examples than the 3 of a batch
code 5
sinter: made.bin is no array: .npy is expected
code 4
sinter: --weight-decay: '-1' is not a number above 0, like 1e-4
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
code 0
written
sinter: 'fc2.weight' would not be finite, and nothing is changed
code 12
sinter: no weight is called 'fc3*'
code 2
sinter: --huber-delta is about the loss huber, and this one is softmax_cross_entropy
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: --statistics-momentum is about statistics that a step changes, and --frozen-statistics leaves them as they are
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
sinter: none/states: a temporary file beside it cannot be created: No such file or directory
code 3
sinter: --shuffle is about training here, and there is no data
usage: sinter train IN --loss LOSS [DATA.npy TARGET.npy] [-o OUT] [options]
code 2
trained   4 weights and statistics, 26 numbers
sinter: a run takes 1152 bytes of workspace by the best plan that was found, and 1 are allowed
code 2
ls: cannot access 'code': No such file or directory
