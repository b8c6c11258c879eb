# Only --help alone is not a file name.
test cli
--- run
ln -s $SINTER ncnnoptimize
./ncnnoptimize --help | head -n 3
--- out
sinter ncnnoptimize: optimize with the arguments of ncnn's tool of this name

usage: sinter ncnnoptimize [inparam] [inbin] [outparam] [outbin] [flag] [cutstart] [cutend] [options]
