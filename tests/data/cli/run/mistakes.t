# What a user may mistake: a picture that is none or not there, a name that is no input's, an empty file, a compiler that is none.
test cli
--- run
cat > net.param <<'NET'
7767517
2 2
Input data 0 1 data 0=2 1=2 2=1
ReLU  relu 1 1 data out
NET
: > empty
printf '\0\0\200\077\0\0\300\177\0\0\100\300\0\0\200\100' > one_nan
printf '\0\0\300\177\0\0\300\177\0\0\300\177\0\0\300\177' > nans
export XDG_CACHE_HOME=$PWD/cache
$SINTER run net.param --image missing.jpg; echo "code $?"
$SINTER run net.param --image net.param; echo "code $?"
$SINTER run net.param --input-file datum=one_nan; echo "code $?"
$SINTER run net.param --input-file empty; echo "code $?"
$SINTER run net.param --input-file data=; echo "code $?"
printf '\223NUMPY\1\0\166\0%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }" > none.npy
$SINTER run net.param --input-file none.npy; echo "code $?"
$SINTER run net.param --input-file one_nan --input 3,2000000000,2000000000; echo "code $?"
$SINTER run net.param --input-file one_nan --interpret
$SINTER run net.param --input-file nans --interpret
CC=true $SINTER run net.param --input-file one_nan 2>&1 | sed 's|/[^ ]*/true|true|'
ls cache/sinter
--- out
sinter: missing.jpg: No such file or directory
code 3
sinter: net.param: cannot be read as a picture: unknown image type (JPEG, PNG and BMP can)
code 4
sinter: --input-file datum=one_nan: NAME=FILE is expected; the inputs are data
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: empty: is empty
code 4
sinter: --input-file data=: a file is expected behind '='
usage: sinter run IN [--image FILE | --input-file FILE] [-o FOLDER] [options]
code 2
sinter: none.npy: has no elements: its sizes are 0
code 5
sinter: input 'data' is too large for any memory
code 5
out  1,2,2  min 0  mean 1.66667  max 4 at 3  1 not a number
out  1,2,2  all not a number
sinter: true made no library; is it a C compiler?
