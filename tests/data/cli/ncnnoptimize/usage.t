# Too few arguments: the code of the original, which is 255.
test cli
--- run
ln -s $SINTER ncnnoptimize
./ncnnoptimize
echo "code $?"
./ncnnoptimize a b c d
echo "code $?"
$SINTER ncnnoptimize a
echo "code $?"
--- out
usage: ./ncnnoptimize [inparam] [inbin] [outparam] [outbin] [flag] [cutstart] [cutend] [options]
code 255
usage: ./ncnnoptimize [inparam] [inbin] [outparam] [outbin] [flag] [cutstart] [cutend] [options]
code 255
usage: sinter ncnnoptimize [inparam] [inbin] [outparam] [outbin] [flag] [cutstart] [cutend] [options]
code 255
