# All that `sinter ncnnoptimize` takes. `help ncnnoptimize` says the same as `ncnnoptimize --help`.
test cli
--- run
$SINTER ncnnoptimize --help
$SINTER help ncnnoptimize > a; $SINTER ncnnoptimize --help > b; cmp a b
--- out
sinter ncnnoptimize: optimize with the arguments of ncnn's tool of this name

usage: sinter ncnnoptimize [inparam] [inbin] [outparam] [outbin] [flag] [cutstart] [cutend] [options]

Takes the arguments of ncnn's ncnnoptimize and means the same by them: inbin null makes weights up,
flag 1 and 65536 store weights in half precision, every other flag in single precision (also weights
that were half before). Each rewrite is a line on stderr: the pass, then the layers. Every rewrite
that can be run is checked, so is the whole network where its sizes are known or can be chosen, and
any failure is an exit code. cutstart and cutend name layers: of the file, only the lines from the
one to the other are kept; values from before become inputs, values that go beyond become results. A
link to sinter with the name ncnnoptimize is this command. Beyond ncnn's tool it takes the options
below; an argument that begins with - and a digit is none.

options
      --verify default|each|whole|off  as 'sinter optimize --verify'; off also leaves out the check
                                       of what was written
      --input [NAME=]SIZES             sizes of an input, outermost first, like data=3,240,320;
                                       without NAME: of the only input (repeatable)
      --threads N                      run networks on N threads (default: all that the machine has)
  -q, --quiet                          no summary, no notes, no progress; warnings and errors stay
  -h, --help                           this text

examples
  sinter ncnnoptimize face.param face.bin fused.param fused.bin 0
  ln -s sinter ncnnoptimize && ./ncnnoptimize face.param null fused.param fused.bin 65536

The exit code is 0, or one of those that 'sinter help exit-codes' lists.
